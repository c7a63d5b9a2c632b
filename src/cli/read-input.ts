import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { UsageError } from './usage-error.ts'

/** Far more than a webhook or saved evidence of a thousand instances takes. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * A file the user named, as UTF-8.
 *
 * @param option the option that named it, for the message
 * @throws UsageError when it cannot be read
 */
export async function readInput(path: string, option: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw new UsageError(`${option} ${path} is larger than 256 MB; is it the right file?`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${option} ${path} cannot be read: ${fileProblem(error)}`, error)
  }
}

/**
 * Looks whether a file can be read, for readers whose own message names no mend.
 *
 * @throws UsageError when it cannot
 */
export async function checkInput(path: string, option: string): Promise<void> {
  try {
    await access(path, constants.R_OK)
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read: ${fileProblem(error)}`, error)
  }
  const stats = await stat(path)
  if (stats.isDirectory()) throw new UsageError(`${option} ${path} is a folder; name a file`)
  // A pipe ends when its writer does; /dev/zero never.
  if (stats.isCharacterDevice() || stats.isBlockDevice()) {
    throw new UsageError(`${option} ${path} is a device; name a file`)
  }
}

/** What is wrong with a path, in words, with what to do. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      return 'there is no such file; check the path'
    case 'EISDIR':
      return 'it is a folder; name a file'
    case 'EACCES':
    case 'EPERM':
      return 'permission denied; run as a user who may'
    default:
      return typeof code === 'string' ? code : 'unknown reason'
  }
}
