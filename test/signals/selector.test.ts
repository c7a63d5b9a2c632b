import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SelectorError, parseSelector, selectorMatchers, selectorText } from '../../src/signals/selector.ts'

describe('parseSelector', () => {
  it.each([
    ['job="vllm"', [['job', '=', 'vllm']]],
    [
      ' { job=~"vllm.*" , ns != \'a"b\' , } ',
      [
        ['job', '=~', 'vllm.*'],
        ['ns', '!=', 'a"b'],
      ],
    ],
    [String.raw`a="q\"\\\n"`, [['a', '=', 'q"\\\n']]],
    ['a!~`\\d+`', [['a', '!~', String.raw`\d+`]]],
    [
      'a="}",b=","',
      [
        ['a', '=', '}'],
        ['b', '=', ','],
      ],
    ],
    ['a=""', [['a', '=', '']]],
    ['__name__=~"vllm:.+"', [['__name__', '=~', 'vllm:.+']]],
  ])('reads %s', (text, expected) => {
    expect(parseSelector(text)).toEqual(expected.map(([name, op, value]) => ({ name, op, value })))
  })

  it.each([
    ['', 'the selector is empty'],
    ['{}', 'the selector is empty'],
    ['job', 'needs =, !=, =~ or !~ at its end'],
    ['job=vllm', 'needs a value in quotes before "vllm"'],
    ['job=="vllm"', 'needs a value in quotes before "=\\"vllm'],
    ['job="vllm', 'needs a value in quotes before'],
    ['job="a" ns="b"', 'needs a comma before "ns='],
    ['job="a",,', 'needs a label name before ","'],
    ['up{job="a"}', 'needs =, !=, =~ or !~ before'],
    ['1a="b"', 'needs a label name before'],
    ['job="a"} or up{a="b"', 'needs a comma before "} or up'],
    ['job=~"("', 'regex for job is not valid'],
    [String.raw`job="\q"`, String.raw`unknown escape \q`],
  ])('refuses %s in one line', (text, message) => {
    expect(() => parseSelector(text)).toThrow(SelectorError)
    expect(() => parseSelector(text)).toThrow(message)
    try {
      parseSelector(text)
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })

  it('reads what selectorMatchers writes', () => {
    const matcher = fc.record({
      name: fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,8}$/),
      op: fc.constantFrom('=', '!='),
      value: fc.string({ unit: 'grapheme' }),
    })
    fc.assert(
      fc.property(fc.array(matcher, { minLength: 1, maxLength: 4 }), (matchers) => {
        expect(parseSelector(selectorMatchers(matchers))).toEqual(matchers)
      }),
      { seed: 7 },
    )
  })
})

describe('selectorText', () => {
  it.each([
    ['up', [], 'up'],
    ['vllm:x', [{ name: 'a', op: '=' as const, value: 'b' }], 'vllm:x{a="b"}'],
    ['vllm.x', [], '{__name__="vllm.x"}'],
    ['inf', [], '{__name__="inf"}'],
    ['up', [{ name: '__name__', op: '=~' as const, value: 'u.*' }], '{__name__="up",__name__=~"u.*"}'],
    ['up', [{ name: 'my.label', op: '=' as const, value: 'b' }], 'up{"my.label"="b"}'],
  ])('of %s', (name, matchers, text) => {
    expect(selectorText(name, matchers)).toBe(text)
  })
})
