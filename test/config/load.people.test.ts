import { describe, expect, it } from 'vitest'
import { CLUSTERS, load, mistake } from './a-file.ts'

function cluster(more: string): string {
  return `clusters: [{ name: prod, prometheus: { url: "http://a" }, ${more} }]\n`
}

describe('clusters[].alertmanager', () => {
  it.each([
    ['one', 'alertmanager: { url: "http://am:9093/am", bearer_token_file: token }', ['http://am:9093/am']],
    [
      'its peers',
      'alertmanager: [{ url: "http://a:9093" }, { url: "http://b:9093" }]',
      ['http://a:9093', 'http://b:9093'],
    ],
    ['none', 'match: { a: b }', []],
  ])('is %s', (_name, text, urls) => {
    const [one] = load(cluster(text)).config().clusters
    expect(one?.alertmanagers.map(({ url }) => url)).toEqual(urls)
  })

  it.each([
    ['alertmanager: []', 'clusters[0].alertmanager: name at least one, or leave the key out'],
    ['alertmanager: { urll: x }', 'clusters[0].alertmanager[0].urll: unknown key; did you mean url? (and 1 more)'],
    ['alertmanager: "http://a"', 'clusters[0].alertmanager[0]: write keys and values'],
    [
      'alertmanager: { url: "ftp://a" }',
      'clusters[0].alertmanager[0].url: write a URL that begins with http:// or https://',
    ],
  ])('refuses %s', (text, message) => {
    expect(mistake(cluster(text))).toBe(message)
  })
})

describe('clusters[].links', () => {
  it('are pages to send people to', () => {
    const links = 'links: { prometheus: "https://p.example/x", grafana: "https://g.example/d/vllm" }'
    expect(load(cluster(links)).config().clusters[0]?.links).toEqual({
      prometheus: 'https://p.example/x',
      grafana: 'https://g.example/d/vllm',
    })
  })

  it.each([
    [
      'links: { prometheus: "https://me:secret@p.example" }',
      'a secret does not belong in a link that is shown in Slack',
    ],
    ['links: { loki: "https://l.example" }', 'clusters[0].links.loki: unknown key'],
  ])('refuses %s', (text, message) => {
    expect(mistake(cluster(text))).toContain(message)
  })
})

describe('slack.silencers', () => {
  it('are persons and user groups by their ids', () => {
    const text = `${CLUSTERS}slack: { channel: x, silencers: [U0123456, S0123456, W0123456] }\n`
    expect(load(text).config().slack?.silencers).toEqual(['U0123456', 'S0123456', 'W0123456'])
  })

  it.each([
    ['[alice]', 'slack.silencers[0]: write the id of a person (U… or W…) or of a user group (S…), as Slack shows it'],
    ['[]', 'slack.silencers: name somebody, or leave the key out: then everyone may'],
    ['[C0123456]', 'slack.silencers[0]: write the id of a person'],
  ])('refuses %s', (written, message) => {
    expect(mistake(`${CLUSTERS}slack: { channel: x, silencers: ${written} }\n`)).toContain(message)
  })
})

describe('slack.language', () => {
  it.each([
    ['en', 'en'],
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh_Hans_CN', 'zh'],
    ['EN-us', 'en'],
  ])('%s is %s', (written, language) => {
    expect(load(`${CLUSTERS}slack: { channel: x, language: ${written} }\n`).config().slack?.language).toBe(language)
  })

  it('is English unless stated, in every channel', () => {
    const slack = load(`${CLUSTERS}slack: { channel: x }\n`).config().slack
    expect(slack).toMatchObject({ language: 'en', languages: {} })
  })

  it('is another in a channel', () => {
    const text = `${CLUSTERS}slack: { channel: x, language: zh-CN, languages: { C0123456789: en, G0123456: zh } }\n`
    expect(load(text).config().slack).toMatchObject({
      language: 'zh',
      languages: { C0123456789: 'en', G0123456: 'zh' },
    })
  })

  it.each([
    ['language: fr', 'slack.language: "fr" is none that whyslow speaks; write en or zh'],
    ['language: zh-TW', 'slack.language: "zh-TW" is none that whyslow speaks; write en or zh'],
    ['language: [en]', 'slack.language: write en or zh'],
    ['language: ""', 'slack.language: "" is none that whyslow speaks; write en or zh'],
    ['languages: zh', 'slack.languages: write keys and values'],
    ['languages: { C0123456789: fr }', 'slack.languages.C0123456789: "fr" is none that whyslow speaks; write en or zh'],
    ['languages: { "#oncall": zh }', 'slack.languages.#oncall: write the id of a channel (C…)'],
  ])('refuses %s', (written, message) => {
    expect(mistake(`${CLUSTERS}slack: { channel: x, ${written} }\n`)).toContain(message)
  })
})
