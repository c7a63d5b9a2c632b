import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeInMessage } from '../../src/sandbox/slack/mentions/message.ts'
import { cleanText, clip, escapeText } from '../../src/slack/render-escape.ts'

describe('escapeText', () => {
  it.each([
    ['a mention of all', '<!channel>', '&lt;!channel&gt;'],
    ['a person', '<@U12345678>', '&lt;@U12345678&gt;'],
    ['a link', '<http://evil.example|Grafana>', '&lt;http://evil.example|Grafana&gt;'],
    ['an entity', '&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['bold', 'a *b* c', 'a \u2217b\u2217 c'],
    ['struck out', '~b~', '\u223Cb\u223C'],
    ['code', '`b` ```c```', '\u2019b\u2019 \u2019\u2019\u2019c\u2019\u2019\u2019'],
    ['italic', '_b_ (_c d_)', '\u02CDb\u02CD (\u02CDc d\u02CD)'],
    ['underscores within a name', 'vllm_prod__a_1', 'vllm_prod__a_1'],
    ['a line break', 'one\ntwo\r\nthree', 'one two three'],
    ['a terminal sequence', '\u001B[31mred\u001B[0m', 'red'],
    ['a turn of direction', 'a\u202Egpj.exe\u202C', 'agpj.exe'],
    ['zero width', 'q\u200Bw\u200Ce\u200Dn\uFEFF', 'qwen'],
    ['a soft hyphen and a filler', 'q\u00ADw\u3164en', 'qwen'],
    ['tags', 'qwen\u{E0041}\u{E007F}', 'qwen'],
    ['half a character', 'a\uD83Db', 'a\uFFFDb'],
    ['Hebrew stays', '\u05E9\u05DC\u05D5\u05DD', '\u05E9\u05DC\u05D5\u05DD'],
    ['an emoji stays', '\u260E\uFE0F 😀', '\u260E\uFE0F 😀'],
  ])('%s', (_name, text, escaped) => {
    expect(escapeText(text)).toBe(escaped)
  })

  it.each([
    ['😀😀😀', 2, '😀…'],
    ['a&&&', 3, 'a&amp;…'],
    ['a&b', 3, 'a&amp;b'],
  ])('cuts %j at %d characters, not within one and not within an entity', (text, most, cut) => {
    expect(escapeText(text, most)).toBe(cut)
  })

  it('leaves nothing that Slack obeys, whatever the outside says', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '!channel',
        '@U12345678',
        '|',
        '&',
        'lt;',
        'http://x.example',
        'a',
        '*',
        '_',
        '~',
        '`',
        ' ',
        '\uD83D',
      ),
    )
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 30 }), (parts, most) => {
        const text = escapeText(parts.join(''), most)
        const { mentions, links } = activeInMessage({
          text,
          blocks: [],
          attachments: [],
          parse: 'none',
          linkNames: false,
        })
        expect(mentions).toEqual([])
        expect(links).toEqual([])
        expect(text).not.toMatch(/[<>*~`]|&(?!(?:amp|lt|gt);)|\p{Surrogate}|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u)
      }),
    )
  })
})

it('cleanText is the same when done twice', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)))
})

it('clip keeps what fits', () => {
  expect(clip('😀😀', 2)).toBe('😀😀')
})
