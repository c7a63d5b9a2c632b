import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringifyEvidence } from '../../src/cli/evidence-file.ts'
import { EVIDENCE } from '../report/worked-incident.ts'

const MAIN = ['--import', 'tsx', 'src/main.ts']

describe('the process', () => {
  it('ends with the code of what it found and writes no stack trace', async () => {
    const { code, err } = await start(['triage', '--evidence', '/nowhere.json'])
    expect(code).toBe(2)
    expect(err).toBe('whyslow: --evidence /nowhere.json cannot be read: there is no such file; check the path\n')
  })

  it('prints only the version', async () => {
    const { code, out, err } = await start(['--version'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('survives a reader that goes away', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'whyslow-io-'))
    const path = join(folder, 'evidence.json')
    // More than a pipe holds, so that writing must fail once nobody reads.
    const [row] = Object.values(EVIDENCE.readings).flatMap((one) => (one.status === 'present' ? one.rows : []))
    if (row === undefined) throw new Error('the sample has no row')
    const rows = Array.from({ length: 4000 }, (_, index) => ({ ...row, key: { instance: `10.0.0.${index}:8000` } }))
    const [reading] = Object.values(EVIDENCE.readings)
    const evidence = { ...EVIDENCE, readings: { waiting: { ...reading, signal: 'waiting', rows } } } as typeof EVIDENCE
    await writeFile(path, stringifyEvidence(evidence))
    const { err } = await start(['triage', '--evidence', path, '--format', 'json'], { isReaderGone: true })
    expect(err).toBe('')
    await rm(folder, { recursive: true })
  })
})

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

async function start(args: readonly string[], { isReaderGone = false } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [...MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { out: '', err: '' }
  if (isReaderGone) child.stdout.destroy()
  else child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...written }
}
