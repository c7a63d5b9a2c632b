/** vLLM's periodic line; what it did not say, or said as `nan`, is absent. */
export interface Stats {
  /** The data-parallel rank it is of, as vLLM's `engine` label names it; absent where the line names none. */
  readonly engine?: string
  /** Averaged over so many ranks: a hot one hides in it. */
  readonly aggregated?: number
  /** V0 writes only when a step is made, so its silence may be idleness. */
  readonly isV0: boolean
  readonly running?: number
  /** V0 calls them pending. */
  readonly waiting?: number
  /** Fraction 0..1 of the GPU's KV cache. */
  readonly kvUsage?: number
  /** Tokens per second since the last line. */
  readonly generation?: number
  readonly prompt?: number
}

const OWNER = /^(?:Engine (\d{1,5}): |(\d{1,5}) Engines Aggregated: )?(?=Avg prompt throughput: )/u
const FIELD = /^([A-Za-z][A-Za-z ]{0,60}): (\d{1,15}(?:\.\d{1,9})?|nan)(?: ?(?:%|tokens\/s|reqs|tokens))?\.?$/u

/**
 * The stats line of every vLLM from 0.4 on, read by its keys: fields come and go, and are renamed.
 *
 * @param text the message without its head
 */
export function parseStats(text: string): Stats | undefined {
  const owner = OWNER.exec(text)
  if (owner === null) return undefined
  const [start, engine, aggregated] = owner
  const fields = new Map<string, number>()
  for (const field of text.slice(start.length).split(', ')) {
    const [, key = '', value] = FIELD.exec(field) ?? []
    // `nan` is no number here either.
    if (value !== undefined && value !== 'nan' && !fields.has(key)) fields.set(key, Number(value))
  }
  const running = fields.get('Running')
  const waiting = fields.get('Waiting') ?? fields.get('Pending')
  const percent = fields.get('GPU KV cache usage') ?? fields.get('KV cache usage')
  const generation = fields.get('Avg generation throughput')
  const prompt = fields.get('Avg prompt throughput')
  return {
    ...(engine !== undefined && { engine: String(Number(engine)) }),
    ...(aggregated !== undefined && { aggregated: Number(aggregated) }),
    isV0: fields.has('Pending') || fields.has('Swapped'),
    ...(running !== undefined && { running }),
    ...(waiting !== undefined && { waiting }),
    ...(percent !== undefined && percent <= 100 && { kvUsage: percent / 100 }),
    ...(generation !== undefined && { generation }),
    ...(prompt !== undefined && { prompt }),
  }
}
