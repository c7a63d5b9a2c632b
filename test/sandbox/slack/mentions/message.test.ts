import { describe, expect, test } from 'vitest'
import { activeInMessage } from '../../../../src/sandbox/slack/mentions/message.ts'
import type { Parsed } from '../../../../src/sandbox/slack/mentions/message.ts'
import { actions, button, mrkdwn, plain, richSection, richText, section, table } from '../blocks/samples.ts'

const EMPTY: Parsed = { text: '', blocks: [], attachments: [], parse: 'none', linkNames: false }
const active = (parts: Partial<Parsed>) => activeInMessage({ ...EMPTY, ...parts })
const verbatim = (text: string) => ({ type: 'section', text: { ...mrkdwn(text), verbatim: true } })

describe('mentions', () => {
  test.each([
    ['<!channel>', { kind: 'broadcast', range: 'channel' }],
    ['a <!here|here> b', { kind: 'broadcast', range: 'here' }],
    ['<!everyone>', { kind: 'broadcast', range: 'everyone' }],
    ['<@U0ALICE0000>', { kind: 'user', id: 'U0ALICE0000' }],
    ['<@U0ALICE0000|alice>', { kind: 'user', id: 'U0ALICE0000' }],
    ['<!subteam^S0TEAM|@oncall>', { kind: 'usergroup', id: 'S0TEAM' }],
    ['<#C0GENERAL00>', { kind: 'conversation', id: 'C0GENERAL00' }],
    ['`<!channel>` in code is counted as the worse case', { kind: 'broadcast', range: 'channel' }],
  ])('%s is alive', (text, mention) => {
    expect(active({ text }).mentions).toEqual([{ ...mention, at: '/text', by: 'markup' }])
    expect(active({ blocks: [verbatim(text)] }).mentions).toEqual([
      { ...mention, at: '/blocks/0/text/text', by: 'markup' },
    ])
  })

  test.each([
    '&lt;!channel&gt;',
    '@channel',
    '< !channel>',
    '<!date^1700000000^{time}|then>',
    'a < b > c',
    '<not a link>',
  ])('%s is text', (text) => {
    expect(active({ text, blocks: [verbatim(text)] })).toEqual({ mentions: [], links: [] })
  })

  test('Slack makes @here alive of itself unless it is told to leave the text alone', () => {
    const here = { kind: 'broadcast', range: 'here', by: 'automatic' }
    expect(active({ blocks: [section('@here now')] }).mentions).toEqual([{ ...here, at: '/blocks/0/text/text' }])
    expect(active({ text: '@here now', linkNames: true }).mentions).toEqual([{ ...here, at: '/text' }])
    expect(active({ text: '@here now', parse: 'full' }).mentions).toEqual([{ ...here, at: '/text' }])
    expect(active({ text: 'me@here.com', parse: 'full' }).mentions).toEqual([])
  })

  test('plain text, cells and rich text are never parsed, rich mentions always are', () => {
    const inert = '<!channel> <@U1>'
    expect(
      active({
        blocks: [
          { type: 'header', text: plain(inert) },
          actions(button({ text: plain(inert), value: inert })),
          table({ rows: [[{ type: 'raw_text', text: inert }]] }),
          richText(richSection({ type: 'text', text: inert })),
        ],
      }).mentions,
    ).toEqual([])
    expect(active({ blocks: [richText(richSection({ type: 'broadcast', range: 'here' }))] }).mentions).toEqual([
      { kind: 'broadcast', range: 'here', at: '/blocks/0/elements/0/elements/0', by: 'markup' },
    ])
  })

  test('the old attachments are parsed as well', () => {
    const attachments = [
      { fallback: '<!here>', fields: [{ title: 't', value: '<@U1>' }], blocks: [section('<!channel>')] },
    ]
    expect(active({ attachments }).mentions.map(({ at }) => at)).toEqual([
      '/attachments/0/fallback',
      '/attachments/0/fields/0/value',
      '/attachments/0/blocks/0/text/text',
    ])
  })
})

describe('links', () => {
  test('written ones with their labels, and where a button leads', () => {
    const links = active({
      text: '<https://e.co/a|label>',
      blocks: [
        verbatim('<https://e.co/b> https://bare.example'),
        actions(button({ url: 'https://e.co/c' })),
        { type: 'markdown', text: '[x](https://e.co/d) ![i](https://e.co/e)' },
        richText(richSection({ type: 'link', url: 'https://e.co/f', text: 'y' })),
      ],
    }).links
    expect(links.map(({ url, label, by }) => [url, label, by])).toEqual([
      ['https://e.co/a', 'label', 'markup'],
      ['https://e.co/b', undefined, 'markup'],
      ['https://e.co/c', 'Run again', 'button'],
      ['https://e.co/d', 'x', 'markup'],
      ['https://e.co/e', 'i', 'markup'],
      ['https://e.co/f', 'y', 'markup'],
    ])
  })

  test('bare addresses live unless the text is left alone', () => {
    const bare = { url: 'https://bare.example/x', by: 'automatic' }
    expect(active({ text: 'see https://bare.example/x', parse: undefined }).links).toEqual([{ ...bare, at: '/text' }])
    expect(active({ text: 'see https://bare.example/x', parse: 'none' }).links).toEqual([])
    expect(active({ blocks: [section('https://bare.example/x')] }).links).toEqual([
      { ...bare, at: '/blocks/0/text/text' },
    ])
  })

  test('a date may carry a link', () => {
    expect(active({ text: '<!date^1700000000^{time}^https://e.co|then>' }).links).toEqual([
      { url: 'https://e.co', label: 'then', at: '/text', by: 'markup' },
    ])
  })
})
