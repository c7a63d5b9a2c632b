import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './source-files.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string }>>
}

const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const installed = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('package-lock.json', () => {
  it('names no registry, so that everyone installs from their own', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  it('pins the content of every package', () => {
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([])
  })
})
