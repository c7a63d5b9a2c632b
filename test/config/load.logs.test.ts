import { describe, expect, it } from 'vitest'
import { load, mistake } from './a-file.ts'

function cluster(logs: string): string {
  return `clusters: [{ name: a, prometheus: { url: "http://p" }, logs: ${logs} }]\n`
}

describe('logs', () => {
  it('are files by path, with whose they are and the zone of their clock where that is stated', () => {
    const [read] = load(
      cluster('["/var/log/vllm/*.log", { file: own.log, instance: "10.0.0.1:8000", timezone: Europe/Berlin }]'),
    ).config().clusters
    expect(read?.logs).toEqual([
      { path: '/var/log/vllm/*.log' },
      { path: expect.stringMatching(/^\/.*\/own\.log$/u), instance: '10.0.0.1:8000', timezone: 'Europe/Berlin' },
    ])
  })

  it.each([
    ['an empty list', '[]', 'clusters[0].logs: name at least one file, or leave the key out'],
    [
      'a zone that does not exist',
      '[{ file: a, timezone: Mars/Olympus }]',
      'clusters[0].logs[0].timezone: is no time zone; write one such as Europe/Berlin or UTC',
    ],
    ['no file', '[{ instance: a }]', 'clusters[0].logs[0].file: is missing'],
    ['an unknown key', '[{ file: a, instanc: b }]', 'clusters[0].logs[0].instanc: unknown key; did you mean instance?'],
  ])('refuse %s', (_, logs, message) => {
    expect(mistake(cluster(logs))).toContain(message)
  })
})
