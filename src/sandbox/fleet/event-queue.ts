/** Something that happens to the fleet at a time. */
interface FleetEvent {
  readonly at: number
  readonly run: () => void
}

interface Entry extends FleetEvent {
  readonly order: number
}

/** Events in order of time; those of one time in order of their making, so that a run is repeatable. */
export interface EventQueue {
  readonly add: (at: number, run: () => void) => void
  readonly nextAt: () => number
  readonly take: () => FleetEvent | undefined
}

export function createEventQueue(): EventQueue {
  const heap: Entry[] = []
  let made = 0

  function add(at: number, run: () => void): void {
    heap.push({ at, run, order: made++ })
    siftUp(heap)
  }
  function nextAt(): number {
    return heap[0]?.at ?? Infinity
  }
  function take(): FleetEvent | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    heap[0] = last
    siftDown(heap)
    return first
  }
  return { add, nextAt, take }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

function siftUp(heap: Entry[]): void {
  let index = heap.length - 1
  const entry = heap[index]
  if (entry === undefined) return
  while (index > 0) {
    const parentIndex = (index - 1) >> 1
    const parent = heap[parentIndex]
    if (parent === undefined || !isBefore(entry, parent)) break
    heap[index] = parent
    index = parentIndex
  }
  heap[index] = entry
}

function siftDown(heap: Entry[]): void {
  let index = 0
  const entry = heap[0]
  if (entry === undefined) return
  for (;;) {
    const left = heap[2 * index + 1]
    const right = heap[2 * index + 2]
    if (left === undefined) break
    const takesRight = right !== undefined && isBefore(right, left)
    const child = takesRight ? right : left
    if (!isBefore(child, entry)) break
    heap[index] = child
    index = 2 * index + (takesRight ? 2 : 1)
  }
  heap[index] = entry
}
