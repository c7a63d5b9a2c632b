import { type Stats, readFileSync, statSync } from 'node:fs'

/** A path names something that is not read; the message says what it is, such as `it is a folder`. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError'
}

const MEGABYTE = 1024 * 1024

/**
 * A pipe or a device may never end, and what is larger than anyone writes by hand is the wrong file.
 *
 * @throws UnfitFileError
 */
export function checkFit(stats: Pick<Stats, 'isDirectory' | 'isFile' | 'size'>, mostBytes: number): void {
  if (stats.isDirectory()) throw new UnfitFileError('it is a folder')
  if (!stats.isFile()) throw new UnfitFileError('it is a pipe or a device, no file')
  if (stats.size > mostBytes) throw new UnfitFileError(`it is larger than ${sizeText(mostBytes)}`)
}

/**
 * The bytes of a file of a bounded size; links are followed.
 *
 * @throws UnfitFileError, or as reading a file does
 */
export function readFitFile(path: string, mostBytes: number): Uint8Array {
  checkFit(statSync(path), mostBytes)
  return readFileSync(path)
}

function sizeText(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes / 1024} kB` : `${bytes / MEGABYTE} MB`
}
