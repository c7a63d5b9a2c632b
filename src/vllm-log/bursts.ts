import { type UnixSeconds, earlier, seconds } from '../domain/time.ts'
import type { Failure, FailureKind } from './failure.ts'

/** A failure with when it was written and when it began. */
export interface LoggedFailure extends Failure {
  readonly at: UnixSeconds
  readonly began: UnixSeconds
}

/** Errors that came one upon the other: one trouble, told by several processes. */
export interface Burst {
  readonly at: UnixSeconds
  /** Each kind once, in the order in which they came. */
  readonly failures: readonly LoggedFailure[]
  /** What came first and is no consequence: a recognised failure, else the first exception of a process that failed. */
  readonly cause?: string
  /** The process served again afterwards. */
  readonly isOver: boolean
}

export interface Bursts {
  readonly failed: (at: UnixSeconds, failure: Failure) => void
  readonly erred: (
    at: UnixSeconds,
    error: { readonly exception: string | undefined; readonly process: string | undefined },
  ) => void
  /** An API server said that its engine is dead. */
  readonly reportedDead: (at: UnixSeconds) => void
  /** The process serves: what failed before is over. */
  readonly served: () => void
  readonly all: () => readonly Burst[]
}

/** Errors farther from each other than this are two troubles. */
const GAP_SECONDS = 60
/** More than a window holds; of a process that does nothing but fail the newest are kept. */
const MOST_BURSTS = 200

interface Open {
  readonly at: UnixSeconds
  last: UnixSeconds
  readonly failures: Map<FailureKind, LoggedFailure>
  exception?: string
  isOver: boolean
}

/** Collects what fails into troubles, each with what came first. */
export function createBursts(): Bursts {
  const all: Open[] = []
  /** Since it last served. */
  let isDead = false

  function burstAt(at: UnixSeconds): Open {
    const current = all.at(-1)
    if (current !== undefined && !current.isOver && Math.abs(at - current.last) <= GAP_SECONDS) {
      current.last = at
      return current
    }
    const begun: Open = { at, last: at, failures: new Map(), isOver: false }
    all.push(begun)
    if (all.length > MOST_BURSTS) all.shift()
    return begun
  }

  function failed(at: UnixSeconds, failure: Failure): void {
    const { failures } = burstAt(at)
    if (failure.kind === 'engine_dead' || failure.kind === 'engine_start_failed') isDead = true
    if (failures.has(failure.kind)) return
    failures.set(failure.kind, { ...failure, at, began: earlier(at, seconds(failure.after ?? 0)) })
  }

  return {
    failed,
    erred: (at, { exception, process }) => {
      const burst = burstAt(at)
      if (exception !== undefined) burst.exception ??= process === undefined ? exception : `${exception} in ${process}`
    },
    reportedDead: (at) => {
      if (!isDead) failed(at, { kind: 'engine_dead', words: 'the API server says that its engine is dead' })
    },
    served: () => {
      isDead = false
      for (const burst of all) burst.isOver = true
    },
    all: () => all.filter(({ failures }) => failures.size > 0).map(closed),
  }
}

/** What follows from another failure, or is mere noise as often as not, and so is not named as the cause. */
const NO_CAUSES: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'engine_dead',
  'engine_start_failed',
  'grammar_failed',
])

function closed({ at, failures, exception, isOver }: Open): Burst {
  const told = [...failures.values()]
  const cause = told.find(({ kind }) => !NO_CAUSES.has(kind))?.words ?? exception
  return { at, failures: told, ...(cause !== undefined && { cause }), isOver }
}
