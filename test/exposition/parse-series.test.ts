import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detach, parseSeries } from '../../src/exposition/parse-series.ts'

describe('parseSeries', () => {
  it.each([
    ['up', { name: 'up', labels: {} }],
    [' up {} ', { name: 'up', labels: {} }],
    ['up{b="2",a="1"}', { name: 'up', labels: { a: '1', b: '2' } }],
    ['{"a.name",l="v"}', { name: 'a.name', labels: { l: 'v' } }],
    ['{l="v", "a \\"name\\"" , "my.label"="x"}', { name: 'a "name"', labels: { l: 'v', 'my.label': 'x' } }],
    ['up{a="}",b="x,y",c=""}', { name: 'up', labels: { a: '}', b: 'x,y', c: '' } }],
    [String.raw`up{a="1\"2\\3\n4\\n5\d"}`, { name: 'up', labels: { a: '1"2\\3\n4\\n5\\d' } }],
    ['up{a="1",a="2"}', { name: 'up', labels: { a: '2' } }],
    ['up{a="Qwen/通义-千问"}', { name: 'up', labels: { a: 'Qwen/通义-千问' } }],
  ])('reads %s', (text, series) => {
    expect(parseSeries(text)).toEqual(series)
  })

  it.each(['', ' ', 'up 1', 'up{a="b"} 1', 'up{', 'up}', '{a="b"}', 'up{a="b"}}', 'up{a="b"}{c="d"}', 'a b', '"up"'])(
    'takes %j for no series',
    (text) => {
      expect(parseSeries(text)).toBeUndefined()
    },
  )

  it('keeps a label with the name of an object’s own parts', () => {
    const labels = parseSeries('up{__proto__="a",constructor="b"}')?.labels ?? {}
    expect(Object.entries(labels)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })

  it.each([
    ['escapes', String.raw`\"`.repeat(30_000)],
    ['backslashes', '\\\\'.repeat(30_000)],
    ['blanks', ' '.repeat(60_000)],
    ['labels', 'x",a="'.repeat(10_000)],
  ])('takes no longer than the text for many %s', (_, value) => {
    const started = performance.now()
    for (let round = 0; round < 20; round++) {
      parseSeries(`up{a="${value}"}`)
      parseSeries(`up{a${value}`)
      parseSeries(`{${value}`)
    }
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('{}="\\,a1: \n\0é')) }),
        (text) => void parseSeries(text),
      ),
    )
  })
})

it('detach gives the same text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => detach(text) === text))
})
