import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingressLine } from '../fleet/access-log/ingress-nginx.ts'
import type { AccessRecords } from '../fleet/fleet.ts'

/** The gateway's access log, as it grows. */
export interface AccessLogFile {
  readonly path: string
  readonly append: (records: AccessRecords) => void
  readonly remove: () => Promise<void>
}

/** Begins a log with what was accessed before. */
export async function openAccessLog(before: AccessRecords): Promise<AccessLogFile> {
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-gateway-'))
  const path = join(folder, 'access.log')
  function append({ gateway }: AccessRecords): void {
    appendFileSync(path, gateway.map((record) => `${ingressLine(record)}\n`).join(''))
  }
  append(before)
  return { path, append, remove: () => rm(folder, { recursive: true, force: true }) }
}
