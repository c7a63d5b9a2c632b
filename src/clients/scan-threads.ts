import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Order, Report, ThreadSettings } from './scan-orders.ts'
import { type Helper, type Helpers, HelperError } from './scan/helpers.ts'
import type { TakeOptions } from './scan/take-all.ts'

export interface ThreadOptions {
  /** Threads at most beside this one; a core for each unless stated. */
  readonly count?: number
  readonly leastBytes?: number
}

/** Four threads read about 3 GB/s, as fast as most disks give it; each takes some tens of megabytes. */
const MOST_THREADS = 3
/** One thread reads this in less time than a second one takes to start. */
const LEAST_BYTES = 128 * 1024 * 1024

/** Threads that read parts of large files; none runs before one is needed. */
export function openScanThreads(settings: ThreadSettings, options: ThreadOptions = {}): Helpers {
  const { count = Math.min(MOST_THREADS, availableParallelism() - 1), leastBytes = LEAST_BYTES } = options
  const idle: Thread[] = []
  const all = new Set<Thread>()

  function start(): Thread {
    const thread = startThread()
    all.add(thread)
    return thread
  }

  return {
    count,
    leastBytes,
    prepare: (wanted) => {
      while (idle.length < wanted) idle.push(start())
    },
    open: (job, taking): Helper => {
      const thread = idle.pop() ?? start()
      thread.onBytes = taking.onBytes
      thread.tell({ kind: 'begin', job, settings })
      return {
        read: async (range) => {
          const report = await untilDeadline(thread, { kind: 'read', range }, taking)
          if (report.kind === 'end') return report.end
          throw failed(report)
        },
        handOver: async () => {
          const report = await thread.ask({ kind: 'hand_over' })
          if (report.kind !== 'handed_over') throw failed(report)
          idle.push(thread)
          return report.handedOver
        },
        leave: () => {
          all.delete(thread)
          void thread.end()
        },
      }
    },
    close: async () => {
      await Promise.all([...all].map((thread) => thread.end()))
    },
  }
}

interface Thread {
  onBytes: TakeOptions['onBytes']
  readonly tell: (order: Order) => void
  /** Tells it and waits for the report; one at a time. */
  readonly ask: (order: Order) => Promise<Report>
  readonly end: () => Promise<unknown>
}

/** A thread makes next to no garbage, and waits for it to be more unless told. */
const LIMITS = { maxYoungGenerationSizeMb: 4 } as const

/** From its sources a program needs what compiles them, in each thread. */
function openWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    // Flags of the process are not for its threads: some are refused, and a profiler would write a file for each.
    return new Worker(new URL('scan-thread.js', import.meta.url), { execArgv: [], resourceLimits: LIMITS })
  }
  const [compiler, entry] = [import.meta.resolve('tsx/esm/api'), import.meta.resolve('./scan-thread.ts')]
  const code = `import('${compiler}').then(({ register }) => { register(); return import('${entry}') })`
  return new Worker(code, { eval: true, execArgv: [], resourceLimits: LIMITS })
}

function startThread(): Thread {
  const worker = openWorker()
  let failure: HelperError | undefined
  let waiting: Waiting | undefined

  function fail(words: string): void {
    failure ??= new HelperError(`a thread that read a part of it ended: ${words}`)
    waiting?.reject(failure)
    waiting = undefined
  }
  worker.on('error', ({ message }: Error) => fail(message))
  worker.on('exit', (code) => fail(`code ${code}`))
  worker.on('message', (report: Report) => {
    if (report.kind === 'bytes') {
      thread.onBytes?.(report.bytes)
      return
    }
    waiting?.resolve(report)
    waiting = undefined
  })

  const thread: Thread = {
    onBytes: undefined,
    tell: (order) => worker.postMessage(order),
    ask: (order) =>
      new Promise((resolve, reject) => {
        if (failure === undefined) {
          waiting = { resolve, reject }
          worker.postMessage(order)
        } else reject(failure)
      }),
    end: () => worker.terminate(),
  }
  return thread
}

interface Waiting {
  readonly resolve: (report: Report) => void
  readonly reject: (error: HelperError) => void
}

async function untilDeadline(thread: Thread, order: Order, { deadline }: TakeOptions): Promise<Report> {
  const stop = (): void => thread.tell({ kind: 'stop' })
  deadline?.addEventListener('abort', stop)
  try {
    return await thread.ask(order)
  } finally {
    deadline?.removeEventListener('abort', stop)
  }
}

function failed(report: Report): HelperError {
  return new HelperError(
    `a thread that read a part of it failed: ${report.kind === 'failed' ? report.message : report.kind}`,
  )
}
