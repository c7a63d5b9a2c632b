import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../structure/source-files.ts'

// The demo as a person starts it, from the command to the card that says a conclusion, each time in a new process.

const GOAL_SECONDS = 30
const GIVE_UP_MS = 120_000
const STARTS = 3

/** What the terminal says when it has come so far. */
const STEPS = {
  page: /Open http/u,
  history: /two hours of history are there/u,
  firing: / is firing/u,
  card: /reading evidence/u,
  conclusion: /whyslow in #[\w-]+: 🔴/u,
} as const

export async function benchDemo(): Promise<unknown> {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: 'pipe' })
  const starts = []
  for (let start = 0; start < STARTS; start++) starts.push(await secondsOfSteps())
  return { goal_seconds: GOAL_SECONDS, seconds_from_the_command: starts }
}

async function secondsOfSteps(): Promise<Readonly<Record<string, number>>> {
  const began = performance.now()
  const demo = spawn('npm', ['run', '-s', 'demo', '--', '--port', '0'], { cwd: ROOT, detached: true })
  const reached: Record<string, number> = {}
  let said = ''
  const conclusion = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no conclusion in time:\n${said}`)), GIVE_UP_MS)
    demo.once('exit', () => reject(new Error(`the demo ended:\n${said}`)))
    for (const stream of [demo.stdout, demo.stderr]) {
      stream.on('data', (data) => {
        said += String(data)
        for (const [step, text] of Object.entries(STEPS)) {
          if (reached[step] === undefined && text.test(said)) {
            reached[step] = Number(((performance.now() - began) / 1000).toFixed(1))
          }
        }
        if (reached['conclusion'] === undefined) return
        clearTimeout(late)
        resolve()
      })
    }
  })
  try {
    await conclusion
    return reached
  } finally {
    // npm and what it started, which are a group of their own.
    if (demo.pid !== undefined && demo.exitCode === null) {
      process.kill(-demo.pid, 'SIGINT')
      await once(demo, 'close')
    }
  }
}
