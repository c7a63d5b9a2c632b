import { basename, dirname, join } from 'node:path'
import { groupedBy } from '../../../domain/once.ts'

/** One process' log: the file it writes and those that were rotated away from it. */
export interface LogGroup {
  /** What tells whose log it is: the pod where the path names it, else the path without a rotation's mark. */
  readonly name: string
  readonly paths: readonly string[]
}

/** `.1` and `-20260805` or `.20260805-083950` of logrotate and the kubelet. */
const ROTATED = /(?:\.\d{1,3}|[.-]\d{8}(?:-\d{2,6})?)$/u
/** `/var/log/pods/<namespace>_<pod>_<uid>/<container>/0.log`, of which the number counts restarts. */
const POD_FOLDER = /\/pods\/[^/_]+_([^/_]+)_[^/]+\/[^/]+\/\d{1,6}\.log$/u
/** `/var/log/containers/<pod>_<namespace>_<container>-<id>.log`. */
const CONTAINER = /\/([^/_]+)_[^/_]+_[^/]+-[\da-f]{64}\.log$/u

/** Puts together the files that are of one process. */
export function groupFiles(paths: readonly string[]): readonly LogGroup[] {
  return [...groupedBy(paths, nameOf)].map(([name, own]) => ({ name, paths: own }))
}

function nameOf(path: string): string {
  const whole = join(dirname(path), basename(path).replace(ROTATED, ''))
  return POD_FOLDER.exec(whole)?.[1] ?? CONTAINER.exec(whole)?.[1] ?? whole
}
