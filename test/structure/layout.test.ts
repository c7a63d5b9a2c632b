import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import ROOMS from './rooms.json' with { type: 'json' }
import { filesBelow, ROOT } from './source-files.ts'

const TOP_LEVEL = [
  'src',
  'test',
  'manifest.yml',
  'Dockerfile',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'README.md',
  'LICENSE',
]
const NOT_KEPT = ['node_modules', 'dist', 'coverage', 'tmp']
/** Folders of test/ that mirror no room: whole stories, builders, wire payloads, measurements, recorded pages, these rules. */
const WITHOUT_MIRROR = [
  'acceptance',
  'structure',
  'support',
  'fixtures',
  'bench',
  'conformance',
  'accuracy',
  'incidents',
]

describe('layout', () => {
  it('keeps the top level to what it is meant to hold', () => {
    const strangers = readdirSync(ROOT).filter(
      (name) => !name.startsWith('.') && !TOP_LEVEL.includes(name) && !NOT_KEPT.includes(name),
    )
    expect(strangers).toEqual([])
  })

  it('has only rooms that the import rules know', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const unknown = folders.map(({ name }) => name).filter((name) => name !== 'cli' && !Object.hasOwn(ROOMS, name))
    expect(unknown, 'add the room to test/structure/rooms.json with what it may import and why').toEqual([])
  })

  it('has only main.ts and app.ts outside the rooms', () => {
    const outside = filesBelow('src', '.ts').filter((path) => path.split('/').length === 2)
    expect(outside.filter((path) => !['src/main.ts', 'src/app.ts'].includes(path))).toEqual([])
  })

  it('has no index files: an import names the file it means', () => {
    expect(filesBelow('src', '/index.ts')).toEqual([])
  })

  it('mirrors src in test: every test stands where its subject stands', () => {
    const lost = filesBelow('test', '.test.ts')
      .filter((path) => !WITHOUT_MIRROR.includes(path.split('/')[1] ?? ''))
      .map((path) => ({ test: path, subject: subjectOf(path) }))
      .filter(({ subject }) => !existsSync(join(ROOT, subject)))
    expect(lost).toEqual([])
  })
})

/**
 * The file of the same name, also of `x.properties.test.ts` and the like; in the sandbox, whose parts are tried together, the folder of the same name.
 */
function subjectOf(test: string): string {
  const path = test.replace(/^test\//, 'src/')
  return path.startsWith('src/sandbox/') ? dirname(path) : path.replace(/(\.[\w-]+)?\.test\.ts$/, '.ts')
}
