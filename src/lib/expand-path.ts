import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'

/** A path that means more files than this is not one cluster's logs. */
export const MOST_FILES = 256
const MOST_FOLDERS = 4096

/**
 * The files that a path with `*` or `?` in its parts means, in order of name; a path without them as it is. A folder
 * that cannot be read holds none.
 */
export async function expandPath(path: string): Promise<readonly string[]> {
  if (!/[*?]/u.test(path)) return [path]
  const { root } = parse(path)
  const parts = path
    .slice(root.length)
    .split('/')
    .filter((part) => part !== '')
  let places: readonly string[] = [root === '' ? '.' : root]
  for (const part of parts) {
    places = /[*?]/u.test(part) ? await within(places, matcherOf(part)) : places.map((place) => join(place, part))
  }
  return places.toSorted().slice(0, MOST_FILES)
}

async function within(folders: readonly string[], isMeant: (name: string) => boolean): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.slice(0, MOST_FOLDERS).map(async (folder) => {
      const names = await namesIn(folder)
      return names.filter(isMeant).map((name) => join(folder, name))
    }),
  )
  return found.flat()
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    // No folder, or none that we may look into: what was meant is not there, and the source says so.
    return []
  }
}

/** As a shell matches: `*` any characters, `?` one; a name that begins with a dot only where the pattern does. */
function matcherOf(pattern: string): (name: string) => boolean {
  return (name) => (pattern.startsWith('.') || !name.startsWith('.')) && isMatch(pattern, name)
}

/** Goes back to the last star alone, so no name takes longer than its length times the pattern's. */
function isMatch(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let index = 0
  while (index < name.length) {
    const wanted = pattern[at]
    if (wanted === '*') {
      star = at++
      resume = index
    } else if (wanted === '?' || (wanted !== undefined && wanted === name[index])) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++resume
    } else return false
  }
  return /^\**$/u.test(pattern.slice(at))
}
