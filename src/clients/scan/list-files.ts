import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { UnixSeconds } from '../../domain/time.ts'
import { expandPath } from '../../lib/expand-path.ts'

/** `.1`, `.2.gz` and `-20260805.gz` of logrotate, `.20260805-083950` of the kubelet. */
const ROTATED = /^(?:\.\d{1,3}|[.-]\d{8}(?:-\d{2,6})?)(?:\.(?:gz|zst))?$/u

/**
 * The files that paths mean, each once however many names it has, the oldest first.
 *
 * @param since with it, files that were rotated away from those are there too, as far as they were written to since then
 */
export async function listFiles(paths: readonly string[], since?: UnixSeconds): Promise<readonly string[]> {
  const named = (await Promise.all(paths.map(expandPath))).flat()
  const rotated = since === undefined ? [] : (await Promise.all(named.map((path) => rotatedOf(path, since)))).flat()
  const stated = await Promise.all([...new Set([...named, ...rotated])].map(statOf))
  const known = new Set<string>()
  return stated
    .toSorted((one, other) => one.writtenAt - other.writtenAt)
    .filter(({ identity }) => {
      const isNew = !known.has(identity)
      known.add(identity)
      return isNew
    })
    .map(({ path }) => path)
}

async function rotatedOf(path: string, since: UnixSeconds): Promise<readonly string[]> {
  const folder = dirname(path)
  const name = basename(path)
  try {
    const names = (await readdir(folder)).filter((other) => {
      return other.startsWith(name) && ROTATED.test(other.slice(name.length))
    })
    const stated = await Promise.all(names.map((other) => statOf(join(folder, other))))
    return stated.filter(({ writtenAt }) => writtenAt >= since).map((file) => file.path)
  } catch {
    // A folder that cannot be read holds no others; what is wrong with the file itself is said when it is opened.
    return []
  }
}

interface Stated {
  readonly path: string
  readonly identity: string
  readonly writtenAt: number
}

/** What cannot be looked at is listed, and fails when it is opened. */
async function statOf(path: string): Promise<Stated> {
  try {
    const { dev, ino, mtimeMs } = await stat(await realpath(path))
    return { path, identity: `${dev} ${ino}`, writtenAt: mtimeMs / 1000 }
  } catch {
    return { path, identity: path, writtenAt: 0 }
  }
}
