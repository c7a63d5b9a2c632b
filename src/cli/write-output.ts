import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileProblem } from './read-input.ts'
import { UsageError } from './usage-error.ts'

export interface Output {
  /** The option that named the file. */
  readonly option: string
  readonly path: string
}

/** @throws UsageError when the file cannot be written, naming the folder where that is what is missing */
export async function writeOutput({ option, path }: Output, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content)
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be written: ${problemOf(error, path)}`, error)
  }
}

/** A file that is not there yet is no problem of writing; the folder it belongs into is. */
function problemOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `there is no folder ${dirname(path)}; make it, or name another file`
  if (code === 'ENOTDIR') return `${dirname(path)} is no folder; name another file`
  return fileProblem(error)
}
