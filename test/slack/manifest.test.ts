import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createManifest } from '../../src/slack/manifest.ts'

test('manifest.yml is the Socket Mode app', async () => {
  const head =
    '# The Slack app: api.slack.com/apps, Create New App, From a manifest. Socket Mode needs no address of its own.\n' +
    '# Made from src/slack/manifest.ts by: npx vitest run --config test/vitest.config.ts test/slack/manifest.test.ts -u\n'
  await expect(head + stringify(createManifest({ mode: 'socket' }))).toMatchFileSnapshot('../../manifest.yml')
})

test('Socket Mode holds no address, HTTP mode one for all three', () => {
  expect(JSON.stringify(createManifest({ mode: 'socket' }))).not.toContain('url"')
  const http = JSON.stringify(createManifest({ mode: 'http', baseUrl: 'https://whyslow.example.com' }))
  expect(http.match(/https:\/\/whyslow\.example\.com\/slack\/events/gu)).toHaveLength(3)
  expect(http).toContain('"socket_mode_enabled":false')
})
