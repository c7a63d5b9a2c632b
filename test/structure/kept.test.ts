import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { KEPT } from '../../src/words/zh/kept/catalogue.ts'
import { hasEnglish } from '../words/english-in.ts'
import { ROOT, filesBelow } from './source-files.ts'

/** Rooms whose sentences are kept with what was read, and told in Slack later. */
const TELLERS = /^src\/(?:clients|evidence|vllm-log\/(?:parse-failure|bursts|process-log))/u

/** Rooms and files in which two words on end are no sentence for a person, or one for the command line alone. */
const SILENT = [
  // Names of formats, and of keys in them.
  /^src\/clients\/formats\//u,
  // Queries.
  /^src\/clients\/series\/(?:growth|parts|discover)\.ts$/u,
  /^src\/clients\/stores\/(?:logql|logsql|loki|victorialogs)\.ts$/u,
  // A recording is read by the command line.
  /^src\/evidence\/sources\/recording\/load-recording\.ts$/u,
  // A bug, and code for a thread.
  /^src\/clients\/scan\/packed-learnt\.ts$/u,
]
const QUERY = /^(?:kubectl logs -n|import\()/u
/** What is refused before anything is read. */
const REFUSED = /^new \w*ConfigError\(/u
/** Two words of small letters on end. */
const WORDS = /[a-z]+ [a-z]+/u

/** As Slack, HAProxy and LiteLLM call them. */
const NAMES = ['bot token', 'app-level token', 'prometheus callback', 'capture request header', 'engine core']

interface Literal {
  readonly path: string
  readonly template: string
  readonly isRefusal: boolean
}

const LITERALS = filesBelow('src', '.ts')
  .filter((path) => !path.startsWith('src/words/'))
  .flatMap((path) => literalsIn(path, readFileSync(join(ROOT, path), 'utf8')))

describe('the Chinese of sentences that come as English', () => {
  it('has every sentence that a source may say', () => {
    const told = LITERALS.filter(({ path, template, isRefusal }) => {
      const isSilent = isRefusal || SILENT.some((pattern) => pattern.test(path)) || QUERY.test(template)
      return TELLERS.test(path) && WORDS.test(template.replaceAll(/\{\d+\}/gu, '')) && !isSilent
    })
    expect(told.filter(({ template }) => !KEPT.has(template))).toEqual([])
  })

  it('has none that nobody says', () => {
    const said = new Set(LITERALS.map(({ template }) => template))
    expect([...KEPT.keys()].filter((template) => !said.has(template))).toEqual([])
  })

  it('has no English in it', () => {
    expect([...KEPT.values()].filter((chinese) => hasEnglish(chinese, NAMES))).toEqual([])
  })
})

describe('what is taken for a sentence', () => {
  it.each([
    ["'a b'", ['a b']],
    ['`a ${b} c`', ['a {0} c']],
    ['`a ${`b ${c}`}`', ['a {0}', 'b {0}']],
    ["import x from 'y z'", []],
  ])('%s', (code, templates) => {
    expect(literalsIn('x.ts', code).map(({ template }) => template)).toEqual(templates)
  })
})

function literalsIn(path: string, code: string): readonly Literal[] {
  const found: Literal[] = []
  const visit = (node: ts.Node, isRefusal: boolean): void => {
    const template = ts.isImportDeclaration(node.parent ?? node) ? undefined : templateIn(node)
    if (template !== undefined) found.push({ path, template, isRefusal })
    const isRefused = isRefusal || (ts.isNewExpression(node) && REFUSED.test(node.getText()))
    ts.forEachChild(node, (child) => visit(child, isRefused))
  }
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.ES2023, true), false)
  return found
}

function templateIn(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isPropertyName(node) && ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent)) return undefined
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('')
}
