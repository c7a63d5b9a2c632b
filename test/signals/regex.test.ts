import { expect, it } from 'vitest'
import { toRegExp } from '../../src/signals/regex.ts'

it.each([
  ['vllm.*', 'vllm-prod', true],
  ['vllm', 'my-vllm', false],
  ['a|b', 'ab', false],
  ['(?i)VLLM', 'vllm', true],
  ['[[:alpha:]]+[[:digit:]]', 'ab1', true],
  ['(?P<x>a)b', 'ab', true],
  [String.raw`\Aa\z`, 'a', true],
  [String.raw`\\A`, String.raw`\A`, true],
  ['', '', true],
  ['', 'a', false],
])('%s on %s: %s', (pattern, text, matches) => {
  expect(toRegExp(pattern).test(text)).toBe(matches)
})

it.each(['(', '[', 'a**', '(?<a'])('refuses %s', (pattern) => {
  expect(() => toRegExp(pattern)).toThrow(SyntaxError)
})
