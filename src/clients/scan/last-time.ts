import { unixSeconds } from '../../domain/time.ts'
import type { Zone } from '../../domain/wall-clock.ts'
import { type AccessFormat, isAccessLine } from '../access-line.ts'
import { detect } from '../detect.ts'
import { createLineReader } from '../read-line.ts'
import { listFiles } from './list-files.ts'
import { type OpenFile, openFile } from './open-bytes.ts'

const LOOK_BYTES = 256 * 1024

/** The time of the newest access line of all files; undefined where none tells one, and of compressed ones. */
export async function lastTime(
  paths: readonly string[],
  { zone, format }: { readonly zone: Zone; readonly format?: AccessFormat },
): Promise<number | undefined> {
  const found: number[] = []
  for (const path of await listFiles(paths)) {
    try {
      const file = await openFile(path)
      try {
        if (file.compression === 'none') found.push(...(await timesAtEnd(file, zone, format)))
      } finally {
        await file.close()
      }
    } catch {
      // What is wrong with it is said when it is read.
    }
  }
  return found.length === 0 ? undefined : found.reduce((one, other) => Math.max(one, other))
}

async function timesAtEnd(file: OpenFile, zone: Zone, format: AccessFormat | undefined): Promise<readonly number[]> {
  const clock = { zone, reference: unixSeconds(file.writtenAt / 1000) }
  const from = Math.max(0, file.size - LOOK_BYTES)
  const bytes = new Uint8Array(LOOK_BYTES)
  const text = new TextDecoder().decode(bytes.subarray(0, await file.readAt(bytes, from)))
  const lines = text.split('\n').slice(from === 0 ? 0 : 1)
  const formats = format === undefined ? detect(lines, clock).formats : [format]
  const reader = createLineReader(clock)
  return lines
    .flatMap((line) => reader.read(line, formats))
    .flatMap(({ parsed }) => (isAccessLine(parsed) && parsed.at !== undefined ? [parsed.at] : []))
}
