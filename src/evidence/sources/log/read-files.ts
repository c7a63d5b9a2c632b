import type { UnixSeconds } from '../../../domain/time.ts'
import type { Zone } from '../../../domain/wall-clock.ts'
import type { LogFiles } from './config.ts'
import { MOST_FILES, expandPath } from '../../../lib/expand-path.ts'
import { groupFiles } from './group-files.ts'
import { type GroupRead, readGroup } from './read-group.ts'

/** Settings of files with their zone. */
export interface ZonedFiles extends LogFiles {
  readonly timezone: string
  readonly zone: Zone
}

/** What was read of one process' files. */
export interface FilesRead extends GroupRead {
  readonly files: ZonedFiles
  /** What the path tells of whose log it is. */
  readonly name: string
}

export interface FilesRequest {
  readonly from: UnixSeconds
  readonly deadline: AbortSignal
  /** Called with each process' files when they are read, so that what is late takes nothing from the others. */
  readonly onRead: (read: FilesRead) => void
}

const MEGABYTE = 1024 * 1024
/** Of all files in one gather: a second of work, in pieces. */
const MOST_BYTES = 32 * MEGABYTE
/** Of each process at least, however many there are. */
const LEAST_BYTES = MEGABYTE / 4

/** Reads all files, and says of each setting that means none. */
export async function readFiles(wanted: readonly ZonedFiles[], request: FilesRequest): Promise<readonly string[]> {
  const found = await Promise.all(
    wanted.map(async (files) => ({ files, groups: groupFiles(await withRotated(files.path)) })),
  )
  const all = found.flatMap(({ files, groups }) => groups.map((group) => ({ files, group })))
  const read = all.slice(0, MOST_FILES)
  const mostBytes = Math.max(LEAST_BYTES, Math.floor(MOST_BYTES / Math.max(1, read.length)))
  const { from, deadline, onRead } = request
  await Promise.all(
    read.map(async ({ files, group: { name, paths } }) => {
      onRead({ ...(await readGroup({ paths, zone: files.zone, from, mostBytes, deadline })), files, name })
    }),
  )
  return [
    ...found
      .filter(({ groups }) => groups.length === 0)
      .map(({ files }) => `${files.path} means no file that can be seen`),
    ...(all.length > MOST_FILES ? [`only ${MOST_FILES} of ${all.length} logs are read`] : []),
  ]
}

/** With the file that was rotated away last, which holds what was written before. */
async function withRotated(path: string): Promise<readonly string[]> {
  const files = await expandPath(path)
  const [only] = files
  if (only === undefined || files.length > 1 || only !== path) return files
  const rotated = await expandPath(`${path}.?`)
  return [path, ...rotated.filter((file) => file === `${path}.1`)]
}
