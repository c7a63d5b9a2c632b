import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import PURE_PLACES from './pure.json' with { type: 'json' }
import { filesBelow, ROOT } from './source-files.ts'

interface Finding {
  readonly path: string
  readonly text: string
}

describe('code', () => {
  it('reads no clock in a pure room', () => {
    expect(findInSource(PURE_PLACES, isClockRead)).toEqual([])
  })

  it('keeps the linter on the same pure rooms', () => {
    const linter = ts.parseConfigFileTextToJson('.oxlintrc.json', readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'))
    const { overrides } = linter.config as { overrides: { files: string[]; rules: Record<string, unknown> }[] }
    const linted = overrides.filter(({ rules }) => rules['eslint/no-restricted-globals'] !== undefined)
    const globs = PURE_PLACES.flatMap((place) => (place.endsWith('/') ? [`${place}**`] : [`${place}*`, `${place}/**`]))
    expect(linted.flatMap(({ files }) => files).toSorted()).toEqual(globs.toSorted())
  })

  it('has classes for errors only', () => {
    expect(findInSource(['src/'], isClassOfNoError)).toEqual([])
  })

  it.each([
    ['new Date()', true],
    ['Date()', true],
    ['new Date(0)', false],
    ['Date.parse(x)', false],
  ])('takes %s for a clock read: %s', (code, isRead) => {
    expect(find('x.ts', code, isClockRead).length > 0).toBe(isRead)
  })

  it.each([
    ['class A {}', true],
    ['class A extends Base {}', true],
    ['class A extends Error {}', false],
    ['class A extends QueryError {}', false],
    ['const A = class {}', true],
  ])('takes %s for a class that is no error: %s', (code, isFound) => {
    expect(find('x.ts', code, isClassOfNoError).length > 0).toBe(isFound)
  })
})

function findInSource(places: readonly string[], matches: (node: ts.Node) => boolean): readonly Finding[] {
  return filesBelow('src', '.ts')
    .filter((path) => places.some((place) => path.startsWith(place)))
    .flatMap((path) => find(path, readFileSync(join(ROOT, path), 'utf8'), matches))
}

function find(path: string, code: string, matches: (node: ts.Node) => boolean): readonly Finding[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.ES2023, true)
  const found: Finding[] = []
  const visit = (node: ts.Node): void => {
    if (matches(node)) found.push({ path, text: node.getText(source).slice(0, 80) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isClockRead(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'Date') return false
  return ts.isCallExpression(node) || (node.arguments?.length ?? 0) === 0
}

function isClassOfNoError(node: ts.Node): boolean {
  if (!ts.isClassLike(node)) return false
  const parents = (node.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.map(({ expression }) => expression.getText()))
  return !parents.some((parent) => parent.endsWith('Error'))
}
