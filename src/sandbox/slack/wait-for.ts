import type { Changes } from './workspace/changes.ts'
import { SandboxError } from './sandbox-error.ts'

/**
 * Waits until `look` finds something (anything but `undefined`, `false` or `null`) and gives it back. It looks again
 * at each change in the workspace. Throws when nothing was found in time.
 */
export function waitFor<T extends NonNullable<unknown>>(
  changes: Changes,
  look: () => T | false | null | undefined,
  timeoutMs: number,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      finish()
      reject(new SandboxError('timeout', `waited ${timeoutMs} ms in vain`))
    }, timeoutMs)
    const stop = changes.subscribe(check)
    check()

    function finish(): void {
      clearTimeout(timer)
      stop()
    }

    function check(): void {
      try {
        const found = look()
        if (found === undefined || found === null || found === false) return
        finish()
        resolve(found)
      } catch (error) {
        finish()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
  })
}
