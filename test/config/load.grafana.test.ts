import { describe, expect, it } from 'vitest'
import { load, mistake } from './a-file.ts'

function cluster(grafana: string): string {
  return `clusters: [{ name: a, prometheus: { url: "http://p" }, grafana: ${grafana} }]\n`
}

describe('grafana', () => {
  it('is read for annotations of deploys and the like, and not written to, unless stated', () => {
    const [read] = load(cluster('{ url: "http://g:3000" }')).config().clusters
    expect(read?.grafana).toEqual({
      url: 'http://g:3000',
      headers: {},
      tags: ['deploy', 'deployment', 'release', 'config'],
      isAnnotated: false,
    })
  })

  it('may have tags of its own, and be written to', () => {
    const [read] = load(cluster('{ url: "http://g", tags: [rollout], annotate: true }')).config().clusters
    expect(read?.grafana).toMatchObject({ tags: ['rollout'], isAnnotated: true })
  })

  it.each([
    ['no url', '{}', 'clusters[0].grafana.url: is missing'],
    ['no tags', '{ url: "http://g", tags: [] }', 'clusters[0].grafana.tags: name at least one tag'],
    ['a word for yes', '{ url: "http://g", annotate: sure }', 'clusters[0].grafana.annotate: write true or false'],
    ['another key', '{ url: "http://g", tag: deploy }', 'clusters[0].grafana.tag: unknown key'],
  ])('with %s is refused in one line', (_, grafana, message) => {
    expect(mistake(cluster(grafana))).toContain(message)
  })
})
