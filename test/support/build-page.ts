import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, ROOT } from '../structure/source-files.ts'

/** Builds the page's front end where it is missing or older than its sources; takes a fraction of a second. */
export function buildPage(): void {
  const built = join(ROOT, 'dist/sandbox/page/client/main.js')
  const newest = Math.max(
    ...filesBelow('src/sandbox/page/client', '').map((path) => statSync(join(ROOT, path)).mtimeMs),
  )
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  execFileSync('npm', ['run', '-s', 'build:page'], { cwd: ROOT, stdio: 'pipe' })
}
