import { describe, expect, it } from 'vitest'
import { dateText } from '../../../../src/sandbox/page/client/blocks/date-text.ts'
import { emojiOf } from '../../../../src/sandbox/page/client/blocks/emoji.ts'
import { parseMrkdwn } from '../../../../src/sandbox/page/client/blocks/mrkdwn.ts'
import { safeUrl } from '../../../../src/sandbox/page/client/blocks/safe-url.ts'

const text = (said: string) => ({ kind: 'text', text: said })

describe('mrkdwn', () => {
  it.each([
    ['plain text', 'a < b', [text('a < b')]],
    ['entities, once', 'a &lt;b&gt; &amp;lt;', [text('a <b> &lt;')]],
    ['bold', '*now*', [{ kind: 'styled', style: 'bold', children: [text('now')] }]],
    [
      'styles in each other',
      '*a _b_*',
      [
        {
          kind: 'styled',
          style: 'bold',
          children: [text('a '), { kind: 'styled', style: 'italic', children: [text('b')] }],
        },
      ],
    ],
    ['signs inside of words', 'max_num_seqs and 2*3*4', [text('max_num_seqs and 2*3*4')]],
    ['code', '`a *b*`', [{ kind: 'code', text: 'a *b*' }]],
    ['a fence', '```\nx\n```', [{ kind: 'pre', text: 'x\n' }]],
    ['a fence that nobody closes', '```x', [text('```x')]],
    ['a link', '<https://a.example/?b&amp;c|here>', [{ kind: 'link', url: 'https://a.example/?b&c', label: 'here' }]],
    ['a user', '<@U1>', [{ kind: 'user', id: 'U1' }]],
    ['a channel', '<#C1|ops>', [{ kind: 'channel', id: 'C1', label: 'ops' }]],
    ['a broadcast', '<!channel>', [{ kind: 'broadcast', range: 'channel' }]],
    ['an emoji', ':fire:', [{ kind: 'emoji', name: 'fire' }]],
    [
      'a date',
      '<!date^1796000000^{time}|then>',
      [{ kind: 'date', at: 1_796_000_000, format: '{time}', fallback: 'then' }],
    ],
    ['a date that is none', '<!date^soon^{time}|then>', [text('then')]],
    ['a quote', '&gt; said', [{ kind: 'quote', children: [text('said')] }]],
    ['escaped markup', '&lt;!channel&gt;', [text('<!channel>')]],
  ])('reads %s', (_, written, nodes) => {
    expect(parseMrkdwn(written)).toEqual(nodes)
  })
})

describe('addresses', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['mailto:ops@a.example', 'mailto:ops@a.example'],
    ['javascript:alert(1)', undefined],
    [' java\nscript:alert(1)', undefined],
    ['data:text/html,<script>', undefined],
    ['file:///etc/passwd', undefined],
    ['/files/F1', undefined],
    ['', undefined],
  ])('%j opens as %j', (written, opened) => {
    expect(safeUrl(written)).toBe(opened)
  })
})

describe('dates', () => {
  const now = new Date(2026, 10, 29, 14, 5, 30).getTime() / 1000

  it.each([
    ['{date_num} {time_secs}', 0, '2026-11-29 14:05:30'],
    ['{date_short_pretty} {time}', 0, 'Today 14:05'],
    ['{date_pretty}', -86_400, 'Yesterday'],
    ['{date_pretty}', -3 * 86_400, 'November 26th, 2026'],
    ['{date_long}', 0, 'Sunday, November 29th, 2026'],
    ['{ago}', -120, '2 minutes ago'],
    ['since {time} {unheard_of}', 0, 'since 14:05 {unheard_of}'],
  ])('%s, %i s from now, is %s', (format, from, shown) => {
    expect(dateText(format, now + from, now)).toBe(shown)
  })
})

describe('emoji', () => {
  it.each([
    ['red_circle', undefined, '🔴'],
    ['party_cat', undefined, ':party_cat:'],
    ['flag', '1f1e9-1f1ea', '🇩🇪'],
    ['broken', 'zz', ':broken:'],
    ['too_great', 'ffffff', ':too_great:'],
  ])('%s (%s) is %s', (name, unicode, shown) => {
    expect(emojiOf(name, unicode)).toBe(shown)
  })
})
