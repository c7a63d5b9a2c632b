import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'
import programs from './needs.json' with { type: 'json' }

/** A program that some tests run for real; needs.json says what it is called and which Debian package brings it. */
export type Program = keyof typeof programs

declare module 'vitest' {
  interface TaskMeta {
    /** Why a block was skipped and what to do about it; the summary after the run prints it. */
    skippedFor?: string
  }
}

/** The recorded payloads and dumps kept beside the repository; not everyone has them. */
export const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))

/**
 * Runs the block when every program is installed. Otherwise the block is skipped and the run's summary says which
 * package brings it; with CI set the block fails instead, since there a skipped test is a hole nobody sees.
 */
export function describeWith(needed: Program | readonly Program[], title: string, body: () => void): void {
  const missing = [needed].flat().filter((program) => findProgram(program) === undefined)
  if (missing.length === 0) {
    describe(title, body)
    return
  }
  const packages = [...new Set(missing.map((program) => programs[program].debian))].join(' ')
  const reason = `${missing.join(', ')} not found: apt-get install ${packages}`
  if (isCi()) {
    describe(title, () => {
      it(`has ${missing.join(', ')}`, () => {
        throw new Error(reason)
      })
    })
    return
  }
  describe(title, { skip: true, meta: { skippedFor: reason } }, body)
}

/** Runs the block when the corpus has this file or folder; skips it with a printed reason when not, also in CI. */
export function describeWithCorpus(path: string, title: string, body: () => void): void {
  const found = existsSync(join(CORPUS, path))
  const meta = { skippedFor: `no recordings at ../shared/corpus/${path}: they are not part of the repository` }
  if (found) describe(title, body)
  else describe(title, { skip: true, meta }, body)
}

/** The full path of an installed program, or undefined. */
export function findProgram(program: Program): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return programs[program].commands
    .flatMap((command) => folders.map((folder) => join(folder, command)))
    .find((path) => isExecutable(path))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function isCi(): boolean {
  return process.env['CI'] === 'true'
}
