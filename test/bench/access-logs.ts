import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'

export type LogKind = 'uvicorn' | 'ingress' | 'json'

/** A day's beginning. */
export const START = 1_795_910_400
const DAY = 86_400
const PATHS = ['/v1/chat/completions', '/v1/completions']
const AGENTS = [
  'langchain-openai/0.3',
  'python-requests/2.32.4',
  'Mozilla/5.0 (X11; Linux x86_64)',
  'OpenAI/Python 1.51.0',
]
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const BYTES: Readonly<Record<LogKind, number>> = { uvicorn: 131, ingress: 217, json: 484 }

/** One line; `draw` gives numbers from 0 to 1. */
function lineOf(
  kind: LogKind,
  at: number,
  { client, draw }: { readonly client: string; readonly draw: () => number },
): string {
  const iso = new Date(Math.floor(at) * 1000).toISOString().slice(0, 19)
  const isHealth = draw() < 0.05
  const method = isHealth ? 'GET' : 'POST'
  const path = isHealth ? '/health' : (PATHS[draw() < 0.8 ? 0 : 1] ?? '')
  const status = draw() < 0.97 ? 200 : 504
  const [bytes, seconds] = [200 + Math.floor(draw() * 20_000), (draw() * 10).toFixed(3)]
  const upstream = `10.42.0.${1 + Math.floor(draw() * 4)}:8000`
  const agent = AGENTS[Math.floor(draw() * AGENTS.length)] ?? ''
  const id = Math.floor(draw() * 2 ** 32)
    .toString(16)
    .padStart(32, '0')
  switch (kind) {
    case 'uvicorn': {
      const fraction = String(Math.floor((at % 1) * 1e9)).padStart(9, '0')
      const port = 20_000 + Math.floor(draw() * 40_000)
      return `${iso}.${fraction}Z stdout F (APIServer pid=1) INFO:     ${client}:${port} - "${method} ${path} HTTP/1.1" ${status} ${status === 200 ? 'OK' : 'Gateway Timeout'}\n`
    }
    case 'ingress': {
      const clf = `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11)} +0000`
      return `${client} - - [${clf}] "${method} ${path} HTTP/1.1" ${status} 1780 "-" "${agent}" ${bytes} ${seconds} [llm-vllm-qwen-8000] [] ${upstream} 1780 ${seconds} ${status} ${id}\n`
    }
    case 'json':
      return `{"time":"${iso}+00:00","msec":${at.toFixed(3)},"remote_addr":"${client}","realip_remote_addr":"127.0.0.1","x_forwarded_for":"${client}","method":"${method}","uri":"${path}","proto":"HTTP/1.1","status":${status},"bytes":1780,"request_length":${bytes},"request_time":${seconds},"upstream_addr":"${upstream}","upstream_status":"${status}","upstream_response_time":"${seconds}","user_agent":"${agent}","api_client":"team-alpha","request_id":"${id}"}\n`
    default:
      return kind satisfies never
  }
}

/** The same numbers each time. */
function createDraw(): () => number {
  let seed = 42
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
}

const address = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** A day's log of 500 clients, of whom one sends 30 %. */
export function writeLog(path: string, kind: LogKind, bytes: number): void {
  const draw = createDraw()
  const lines = Math.ceil(bytes / BYTES[kind])
  writeLines(path, lines, (index) => {
    const client = draw() < 0.3 ? address(0) : address(Math.floor(draw() * 500))
    return lineOf(kind, START + (index / lines) * DAY, { client, draw })
  })
}

/** Each client once, and one in every hundredth line. */
export function writeDistinct(path: string, clients: number): void {
  const draw = createDraw()
  const lines = Math.ceil((clients * 100) / 99)
  writeLines(path, lines, (index) => {
    const client = index % 100 === 0 ? '192.0.2.1' : address(index)
    return lineOf('uvicorn', START + (index / lines) * DAY, { client, draw })
  })
}

function writeLines(path: string, lines: number, line: (index: number) => string): void {
  const file = openSync(path, 'w')
  let pending: string[] = []
  for (let index = 0; index < lines; index++) {
    pending.push(line(index))
    if (pending.length < 20_000) continue
    writeSync(file, pending.join(''))
    pending = []
  }
  writeSync(file, pending.join(''))
  closeSync(file)
}

const BLOCK = 16 * 1024 * 1024

/** A day in a file that is mostly holes, with some lines in each 16 MiB; gives how many requests one second of it has. */
export function writeSparse(path: string, bytes: number): void {
  const draw = createDraw()
  const blocks = Math.ceil(bytes / BLOCK)
  const file = openSync(path, 'w')
  for (let block = 0; block < blocks; block++) {
    const from = START + (block / blocks) * DAY
    const lines = Array.from({ length: 500 }, (_, index) => {
      return lineOf('uvicorn', from + (index / 500 / blocks) * DAY, { client: address(index % 50), draw })
    })
    writeSync(file, `\n${lines.join('')}`, block * BLOCK)
  }
  ftruncateSync(file, blocks * BLOCK)
  closeSync(file)
}
