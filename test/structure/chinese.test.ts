import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { templateOf } from '../../src/domain/text.ts'
import { CHINESE } from '../../src/words/zh/catalogue.ts'
import { KEPT } from '../../src/words/zh/kept/catalogue.ts'
import { ROOT, filesBelow } from './source-files.ts'
import { hasEnglish } from '../words/english-in.ts'

interface Sentence {
  readonly path: string
  readonly template: string
}

/** What is said, and what comes as an English sentence. */
const ALL = [...CHINESE, ...KEPT]

const SENTENCES = filesBelow('src', '.ts').flatMap((path) => sentencesIn(path, readFileSync(join(ROOT, path), 'utf8')))

describe('the Chinese catalogue', () => {
  it('has every sentence that is said', () => {
    expect(SENTENCES.filter(({ template }) => !CHINESE.has(template))).toEqual([])
  })

  it('has none that nobody says', () => {
    const said = new Set(SENTENCES.map(({ template }) => template))
    expect([...CHINESE.keys()].filter((template) => !said.has(template))).toEqual([])
  })

  it('has each of them once', () => {
    const files = filesBelow('src/words/zh', '.ts')
    const isKept = (path: string): boolean => path.startsWith('src/words/zh/kept/')
    for (const [own, size] of [
      [files.filter((path) => !isKept(path)), CHINESE.size],
      [files.filter(isKept), KEPT.size],
    ] as const) {
      const entries = own.flatMap((path) => keysIn(path, readFileSync(join(ROOT, path), 'utf8')))
      const twice = entries.filter((key, index) => entries.indexOf(key) !== index)
      expect(twice).toEqual([])
      expect(entries.length).toBe(size)
    }
  })

  it.each([
    ['what the English names', /\{\d+\}/gu],
    ['code', /`[^`]*`/gu],
    ['flags', /(?<![\w-])--[a-z][\w-]*/gu],
    ['metrics', /\bvllm:\w+/gu],
  ])('has %s as the English has it', (_, pattern) => {
    const parts = (sentence: string): string => (sentence.match(pattern) ?? []).toSorted().join(' ')
    expect(ALL.filter(([english, chinese]) => parts(english) !== parts(chinese))).toEqual([])
  })

  it.each([
    ['full-width punctuation behind a Chinese character', /\p{Script=Han}[,;:!?]|[,;!?]\p{Script=Han}/u],
    ['no blank beside it', / [，。：；？！、（）]|[，。：；？！、（）] /u],
    ['a blank between Chinese and Latin', /\p{Script=Han}[a-z\d]|[a-z\d]\p{Script=Han}/iu],
  ])('is set with %s', (_, slip) => {
    expect(ALL.map(([, chinese]) => chinese).filter((chinese) => slip.test(chinese))).toEqual([])
  })
})

describe('each Chinese sentence', () => {
  it('has no English in it', () => {
    expect([...CHINESE.values()].filter((chinese) => hasEnglish(chinese))).toEqual([])
  })
})

describe('what is taken for a sentence', () => {
  it.each([
    ['say`a ${b} c`', ['a {0} c']],
    ['say`a\n      ${b}\n  c`', ['a {0} c']],
    ['say`${say`inner`}`', ['{0}', 'inner']],
    ['english`a`', []],
  ])('%s', (code, templates) => {
    expect(sentencesIn('x.ts', code).map(({ template }) => template)).toEqual(templates)
  })
})

function sentencesIn(path: string, code: string): readonly Sentence[] {
  const found: Sentence[] = []
  visitAll(path, code, (node) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'say') return
    const { template } = node
    const texts = ts.isNoSubstitutionTemplateLiteral(template)
      ? [template.text]
      : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    found.push({ path, template: templateOf({ parts: texts }) })
  })
  return found
}

function keysIn(path: string, code: string): readonly string[] {
  const found: string[] = []
  visitAll(path, code, (node) => {
    if (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name)) found.push(node.name.text)
  })
  return found
}

function visitAll(path: string, code: string, see: (node: ts.Node) => void): void {
  const visit = (node: ts.Node): void => {
    see(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.ES2023, true))
}
