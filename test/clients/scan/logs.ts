import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Scanned, type ScanRequest, scanFiles } from '../../../src/clients/scan/scan-files.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { RULES } from './rules.ts'

/** 2026-11-29T12:00:00Z. */
export const NOON = 1_795_953_600

/** A folder that is gone when the test ends. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whyslow-scan-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function aFile(content: string | Uint8Array, name = 'access.log', folder = aFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A line of uvicorn as the kubelet keeps it. */
export function uvicornLine(at: number, client: string, request = 'POST /v1/completions HTTP/1.1" 200 OK'): string {
  return `${new Date(at * 1000).toISOString()} stdout F INFO:     ${client}:4711 - "${request}\n`
}

export function scan(paths: readonly string[], request: Partial<ScanRequest> = {}): Promise<Scanned> {
  return scanFiles({
    paths,
    spans: {},
    rules: RULES,
    hasTrust: false,
    zone: () => 0,
    takenAt: unixSeconds(NOON + 3600),
    ...request,
  })
}

/** Requests by client in the window and in the baseline. */
export function requestsOf({ counts }: Scanned): Readonly<Record<string, readonly [number, number]>> {
  const { tally, rows } = counts.addresses
  return Object.fromEntries(
    Array.from({ length: tally.rows() - 1 }, (_, index) => {
      const row = index + 1
      return [rows.nameOf(row), [tally.sum(row, 0, 'requests'), tally.sum(row, 1, 'requests')]] as const
    }),
  )
}
