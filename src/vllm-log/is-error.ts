import type { LogLine } from './line.ts'

/** Written by its logger as an error. */
export function isError({ level }: Pick<LogLine, 'level'>): boolean {
  return level === 'ERROR' || level === 'CRITICAL'
}
