import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Paths below a folder of the repository, relative to the repository, with forward slashes; none when it is absent. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return entriesBelow(folder)
    .filter((path) => path.endsWith(ending))
    .toSorted()
}

function entriesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    )
  } catch {
    return []
  }
}
