import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'
import { aStore } from '../incidents/a-store.ts'
import { incidentsIn } from '../incidents/incidents-in.ts'
import { aServer } from './a-server.ts'

/** What each recorded payload is answered with, and how many incidents and firing episodes it leaves. */
const LEGACY = [200, 'ignored', 0, 0] as const
const ANSWERS: Readonly<Record<string, readonly [number, string, number, number]>> = {
  '01': [200, 'accepted', 1, 1],
  '02': [200, 'accepted', 1, 1],
  '04': [200, 'accepted', 1, 1],
  '05': [200, 'accepted', 1, 1],
  '07': [200, 'accepted', 1, 3],
  '08': [200, 'accepted', 1, 2],
  '10': [200, 'accepted', 1, 1],
  '11': [200, 'accepted', 1, 2],
  '13': [200, 'accepted', 1, 1],
  '14': [200, 'accepted', 0, 0],
  '16': [200, 'accepted', 1, 1],
  '17': [200, 'accepted', 0, 0],
  '19': [200, 'accepted', 1, 3],
  '20': [200, 'accepted', 0, 0],
  '22': [200, 'accepted', 1, 1],
  '23': [200, 'accepted', 0, 0],
  '25': [200, 'accepted', 1, 1],
  '26': [200, 'accepted', 1, 3],
  '28': [200, 'accepted', 1, 1],
  // Started half a day apart.
  '29': [200, 'accepted', 2, 2],
  '31': [200, 'accepted', 1, 2],
  '32': [200, 'accepted', 1, 2],
  '34': [200, 'accepted', 1, 1],
  '35': [400, 'refused', 0, 0],
  '37': [200, 'accepted', 1, 1],
  // The same alert firing and resolved, without any time.
  '38': [200, 'accepted', 0, 0],
  '40': [200, 'accepted', 1, 4],
  '41': [200, 'accepted', 1, 1],
  '43': [200, 'accepted', 1, 1],
  '44': [200, 'accepted', 1, 1],
  '46': [200, 'accepted', 1, 2],
  '47': [200, 'accepted', 0, 0],
  '49': [200, 'accepted', 1, 1],
  '50': [200, 'accepted', 1, 3],
  '52': [200, 'accepted', 0, 0],
  '53': LEGACY,
  '54': LEGACY,
  '56': LEGACY,
  '57': LEGACY,
  '59': LEGACY,
  '60': [200, 'accepted', 1, 1],
  '62': LEGACY,
  '63': [200, 'accepted', 1, 1],
  '65': [200, 'accepted', 1, 1],
  '66': [200, 'accepted', 1, 1],
  '68': [200, 'accepted', 1, 1],
  '69': [200, 'accepted', 1, 1],
  '71': [200, 'accepted', 0, 0],
  '72': [200, 'accepted', 1, 1],
  '74': LEGACY,
}

describeWithCorpus('webhooks/index.tsv', 'payloads as received', () => {
  const folder = join(CORPUS, 'webhooks')
  const files = readIndex(join(folder, 'index.tsv'))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0] ?? '')

  it('are all in the table', () => {
    expect(files.map((file) => file.slice(0, 2))).toEqual(Object.keys(ANSWERS).toSorted())
  })

  describe.each(files)('%s', (file) => {
    it('is answered, and told twice leaves what it left once', async () => {
      const store = aStore()
      const { post } = await aServer({ webhook: { receive: (group, at) => store.receive(group, at) } })
      const body = readFileSync(join(folder, file), 'utf8')
      const seen: unknown[] = []
      for (let times = 0; times < 2; times += 1) {
        const response = await post(body)
        const answer: unknown = await response.json()
        const status = response.status === 400 ? 'refused' : (answer as { status: string }).status
        const open = await incidentsIn(store, 'open')
        const firing = open.flatMap(({ episodes }) => episodes).filter((episode) => episode.status === 'firing')
        seen.push([response.status, status, open.length, firing.length])
      }
      expect(seen).toEqual([ANSWERS[file.slice(0, 2)], ANSWERS[file.slice(0, 2)]])
    })
  })
})

/** The body of a skipped block is read all the same, so without the payloads there is nothing rather than an error. */
function readIndex(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
