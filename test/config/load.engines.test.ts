import { describe, expect, it } from 'vitest'
import { load, mistake } from './a-file.ts'

function cluster(keys: string): string {
  return `clusters: [{ name: a, ${keys} }]\n`
}

describe('engines', () => {
  it('are named by their address unless a name is stated, and let one in as Prometheus does', () => {
    const [read] = load(
      cluster(
        `engines: [
          "http://10.0.0.1:8000",
          "https://vllm.example/llm",
          { url: "http://10.0.0.2:8000", instance: big, bearer_token_file: token, timeout: 5s },
        ], scrape_interval: 20s`,
      ),
    ).config().clusters
    expect(read?.prometheus).toBeUndefined()
    expect(read?.scrapeInterval).toBe(20)
    expect(read?.engines).toMatchObject([
      { url: 'http://10.0.0.1:8000', instance: '10.0.0.1:8000' },
      { url: 'https://vllm.example/llm', instance: 'vllm.example:443' },
      { url: 'http://10.0.0.2:8000', instance: 'big', timeout: 5 },
    ])
    expect(read?.engines[2]?.bearerTokenFile).toMatch(/\/token$/u)
  })

  it('stand beside a prometheus', () => {
    const [read] = load(cluster('prometheus: { url: "http://p" }, engines: ["http://a:1"]')).config().clusters
    expect(read?.prometheus?.url).toBe('http://p')
    expect(read?.engines).toHaveLength(1)
  })

  it.each([
    [
      'neither them nor a prometheus',
      'match: { a: b }',
      'clusters[0]: has nothing to read; write prometheus: { url }, engines: [url, …] or both',
    ],
    ['an empty list', 'engines: []', 'clusters[0].engines: name at least one URL of a vLLM, or leave the key out'],
    [
      'something else than a URL',
      'engines: ["10.0.0.1:8000"]',
      'clusters[0].engines[0].url: write a URL that begins with http:// or https://',
    ],
    [
      'a secret in the URL',
      'engines: ["http://me:s3cr3t@a"]',
      'clusters[0].engines[0].url: a secret does not belong in a URL; write basic_auth: { username, password_file } beside it',
    ],
    [
      'a key that is misspelt',
      'engines: [{ url: "http://a", instanc: b }]',
      'clusters[0].engines[0].instanc: unknown key; did you mean instance?',
    ],
    [
      'one twice',
      'engines: ["http://a:80", "http://a"]',
      'clusters[0].engines[1]: is a:80 like engines[0]; take one out, or give it another instance',
    ],
    [
      'scrapes too often',
      'engines: ["http://a"], scrape_interval: 9s',
      'clusters[0].scrape_interval: write a duration from 10s to 1m',
    ],
    [
      'scrapes too seldom',
      'engines: ["http://a"], scrape_interval: 2m',
      'clusters[0].scrape_interval: write a duration from 10s to 1m',
    ],
    [
      'a scrape that takes as long as it is until the next',
      'engines: [{ url: "http://a", timeout: 15s }]',
      'clusters[0].engines[0].timeout: is not shorter than scrape_interval (15 s); shorten it',
    ],
    [
      'an interval without them',
      'prometheus: { url: "http://p" }, scrape_interval: 15s',
      'clusters[0].scrape_interval: is of use with engines only; take it out',
    ],
    [
      'a selector without prometheus',
      'engines: ["http://a"], gpu_selector: \'job="dcgm"\'',
      'clusters[0].gpu_selector: is of use with prometheus only; take it out',
    ],
  ])('refuses %s', (_, keys, expected) => {
    expect(mistake(cluster(keys))).toBe(expected)
  })
})
