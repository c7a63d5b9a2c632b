import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createManifest } from '../../src/slack/manifest.ts'
import { run } from './capture.ts'

describe('whyslow manifest', () => {
  it('prints the app for Socket Mode', async () => {
    const { code, out } = await run('manifest')
    expect(code).toBe(0)
    expect(parse(out)).toEqual(createManifest({ mode: 'socket' }))
  })

  it('prints the app for HTTP with the address in it', async () => {
    const { out } = await run('manifest', '--url', 'https://whyslow.example.com')
    expect(out).toContain('https://whyslow.example.com/slack/events')
  })

  it.each(['http://whyslow.example.com', 'nonsense', 'ftp://x'])('refuses %s in one line', async (url) => {
    const { code, err } = await run('manifest', '--url', url)
    expect(code).toBe(2)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})
