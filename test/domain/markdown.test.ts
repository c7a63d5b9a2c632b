import { describe, expect, it } from 'vitest'
import { codeMarkdown, escapeMarkdown, longestRun } from '../../src/domain/markdown.ts'

describe('escapeMarkdown', () => {
  it.each([
    ['emphasis', 'a *b* _c_ ~d~', String.raw`a \*b\* \_c\_ \~d\~`],
    ['HTML', '<instance>', String.raw`\<instance\>`],
    ['a column of a table', 'a | b', String.raw`a \| b`],
    ['a link', '[a](http://b)', String.raw`\[a\](http:\//b)`],
    ['a mention', '@all', '@\u200Call'],
    ['a backslash', String.raw`a\b`, String.raw`a\\b`],
    ['a heading', '# a', String.raw`\# a`],
    ['a bullet', '- a', String.raw`\- a`],
    ['another bullet', '+ a', String.raw`\+ a`],
    ['a number that opens a list', '1. a', String.raw`1\. a`],
    ['a number that does not', '1.9 × as long', '1.9 × as long'],
    ['words', 'no markup, at all: 5 % (was 3 %)', 'no markup, at all: 5 % (was 3 %)'],
  ])('takes %s for text', (_, text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected)
  })
})

describe('codeMarkdown', () => {
  it.each([
    ['code', 'up == 0', '`up == 0`'],
    ['code with a backtick inside', 'a`b', '``a`b``'],
    ['code that ends with one', 'a`', '`` a` ``'],
  ])('holds %s', (_, text, expected) => {
    expect(codeMarkdown(text)).toBe(expected)
  })

  it('finds the longest run of backticks', () => {
    expect(longestRun('a`b```c``')).toBe(3)
    expect(longestRun('')).toBe(0)
  })
})
