import { describe, expect, it } from 'vitest'
import { loadClusters } from '../../src/config/load.ts'
import { CLUSTERS, load, mistake } from './a-file.ts'

function runbook(url: string): string {
  return `${CLUSTERS}runbook_url: ${url}\n`
}

describe('runbook_url', () => {
  it.each([
    ['"https://git.example/ops/blob/main/runbook.md"', 'https://git.example/ops/blob/main/runbook.md'],
    ['"http://wiki.example/runbook?page=1&plain=1"', 'http://wiki.example/runbook?page=1&plain=1'],
    ['"https://wiki.example"', 'https://wiki.example/'],
    ['"https://wiki.example/a b<script>|"', 'https://wiki.example/a%20b%3Cscript%3E|'],
  ])('takes %s as a link, for the service and for the terminal', (written, expected) => {
    const { path, config } = load(runbook(written))
    expect(config().runbookUrl).toBe(expected)
    expect(loadClusters(path, {}).runbookUrl).toBe(expected)
  })

  it('is left out where it is not written', () => {
    expect(load(CLUSTERS).config()).not.toHaveProperty('runbookUrl')
  })

  it.each([
    ['"javascript:alert(1)"', 'write a URL that begins with http:// or https://'],
    ['"wiki.example/runbook"', 'write a URL that begins with http:// or https://'],
    ['"ftp://wiki.example/runbook"', 'write a URL that begins with http:// or https://'],
    ['"https://"', 'write a URL that begins with http:// or https://'],
    ['""', 'write a URL that begins with http:// or https://'],
    ['"https://me:s3cr3t@wiki.example/"', 'a secret does not belong in a link that is shown in Slack; take it out'],
    ['"https://wiki.example/#hang"', 'write it without #…; whyslow adds the page of each conclusion'],
    [`"https://wiki.example/${'a'.repeat(2000)}"`, 'write one of at most 2000 characters'],
    ['7', 'write a text (in quotes)'],
  ])('refuses %s', (written, expected) => {
    const said = mistake(runbook(written))
    expect(said).toBe(`runbook_url: ${expected}`)
    expect(said).not.toContain('s3cr3t')
  })
})
