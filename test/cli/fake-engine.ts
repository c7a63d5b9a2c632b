import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { ENGINE_FAMILIES } from '../../src/audit/doctor/known-engines.ts'

/** A server on a loopback port that answers as it is told to. */
export interface Fake {
  readonly url: string
  readonly address: string
  readonly port: number
  /** Paths asked for so far. */
  readonly asked: readonly string[]
  readonly stop: () => Promise<void>
}

export async function startFake(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Fake> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const address = `127.0.0.1:${bound.port}`
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://${address}`, address, port: bound.port, asked, stop }
}

/** A vLLM that serves its page; each time another of the pages. */
export function startEngine(...pages: readonly string[]): Promise<Fake> {
  let scrapes = 0
  return startFake((request, response) => {
    if (request.url === '/version') response.setHeader('content-type', 'application/json').end('{"version":"0.10.1"}')
    else if (request.url === '/metrics') {
      const page = pages[scrapes % pages.length] ?? ''
      scrapes += 1
      response.setHeader('content-type', 'text/plain; version=0.0.4').end(page.replaceAll('COUNT', String(scrapes)))
    } else response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not Found"}')
  })
}

/** All families that are read; counters grow with each scrape. */
export function vllmPage(startedAt = 1_700_000_000): string {
  const labels = 'engine="0",model_name="qwen"'
  const families = ENGINE_FAMILIES.flatMap(({ names: [name = ''], type }) => {
    const head = `# TYPE ${name.replace(/_total$/, '')} ${type}`
    if (type === 'gauge') return [head, `${name}{${labels}} 1.0`]
    if (type === 'counter') return [head, `${name}{${labels}} COUNT`]
    const buckets = ['1.0', '+Inf'].map((le) => `${name}_bucket{${labels},le="${le}"} COUNT`)
    return [head, ...buckets, `${name}_sum{${labels}} COUNT`, `${name}_count{${labels}} COUNT`]
  })
  return [...families, ...pythonPage(startedAt)].join('\n').concat('\n')
}

/** What is left with --disable-log-stats. */
export function withoutStats(): string {
  return pythonPage().join('\n').concat('\n')
}

function pythonPage(startedAt = 1_700_000_000): readonly string[] {
  return [
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${startedAt}`,
    '# TYPE python_info gauge',
    'python_info{version="3.12.3"} 1.0',
  ]
}
