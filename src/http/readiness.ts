/** What has to work for whyslow to be of use; a check that rejects has failed. */
export type Check = () => Promise<boolean>
/** By name, such as `store`, `slack`, `cluster`. */
export type Checks = Readonly<Record<string, Check>>

export interface Readiness {
  readonly isReady: boolean
  readonly checks: Readonly<Record<string, 'ok' | 'failed' | 'timeout'>>
}

const TIMEOUT_MS = 3_000

/** Makes all checks at once; one that does not answer has failed. */
export async function assess(checks: Checks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  )
  return { isReady: results.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(results) }
}

async function outcomeOf(check: Check): Promise<'ok' | 'failed' | 'timeout'> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), TIMEOUT_MS)
  })
  try {
    return await Promise.race([check().then((isGood) => (isGood ? 'ok' : 'failed')), overdue])
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}
