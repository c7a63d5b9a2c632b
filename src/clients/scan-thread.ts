import { read } from 'node:fs'
import { promisify } from 'node:util'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { createZone } from '../domain/wall-clock.ts'
import { parseNetwork } from '../lib/ip.ts'
import { FORMATS } from './formats/list.ts'
import { lineRules } from './line-rules.ts'
import type { Order, Report, ThreadSettings } from './scan-orders.ts'
import { buffersOf } from './scan/counter.ts'
import type { HandedOver, RangeJob } from './scan/helpers.ts'
import { readsOf } from './scan/open-bytes.ts'
import { unpackLearnt } from './scan/packed-learnt.ts'
import { type RangeEnd, createRangeReading } from './scan/range-reading.ts'
import type { Range } from './scan/find-range.ts'
import { createRequestCounts } from './scan/request-counts.ts'
import type { TakeOptions } from './scan/take-all.ts'
import { createTextScan } from './scan/text-scan.ts'
import { createUnderstood } from './scan/understood.ts'

// A thread that reads ranges of files beside the one that started it: it is told orders and reports what became of them.

interface Work {
  readonly read: (range: Range) => Promise<RangeEnd>
  readonly handOver: () => HandedOver
}

const readFd = promisify(read)

export function createWork(
  { fd, size, part, chunkBytes, reference, learnt }: RangeJob,
  { spans, trusted, zoneName, format: id }: ThreadSettings,
  options: TakeOptions,
): Work {
  const networks = trusted.map(parseNetwork).filter((network) => network !== undefined)
  const rules = lineRules(networks)
  const counts = createRequestCounts(spans, rules)
  const understood = createUnderstood()
  const format = FORMATS.find((one) => one.id === id)
  const scan = createTextScan({
    clock: { zone: createZone(zoneName), reference },
    rules,
    hasTrust: networks.length > 0,
    counts,
    understood,
    learnt: unpackLearnt(learnt),
    chunkBytes,
    ...(format !== undefined && { format }),
  })
  const readAt = readsOf((into, at) => readFd(fd, into, 0, into.length, at), size)
  return {
    read: createRangeReading({ readAt }, scan, { ...options, part, chunkBytes }),
    handOver: () => ({ counts: counts.pack(), understood }),
  }
}

function obey(port: MessagePort): void {
  let work: Work | undefined
  let stop = new AbortController()
  const tell = (report: Report): void => port.postMessage(report)

  /** Without copying it: it may be large. */
  function giveAway(handedOver: HandedOver): void {
    const { addresses, others } = handedOver.counts
    const buffers = [addresses, ...others.values()].flatMap(buffersOf)
    const report: Report = { kind: 'handed_over', handedOver }
    port.postMessage(report, buffers)
  }

  async function follow(order: Order): Promise<void> {
    switch (order.kind) {
      case 'begin': {
        stop = new AbortController()
        const onBytes = (bytes: number): void => tell({ kind: 'bytes', bytes })
        work = createWork(order.job, order.settings, { deadline: stop.signal, onBytes })
        return
      }
      case 'read':
        if (work !== undefined) tell({ kind: 'end', end: await work.read(order.range) })
        return
      case 'hand_over':
        if (work !== undefined) giveAway(work.handOver())
        work = undefined
        return
      case 'stop':
        stop.abort()
        return
      default:
        order satisfies never
    }
  }

  port.on('message', (order: Order) => {
    follow(order).catch((error: unknown) => {
      tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    })
  })
}

if (parentPort !== null) obey(parentPort)
