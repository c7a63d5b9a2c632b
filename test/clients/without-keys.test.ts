import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutKeys } from '../../src/clients/without-keys.ts'

const SECRET = 'Zq7Rk2mW9xLp4TvB'

describe('withoutKeys', () => {
  it.each([
    `sk-${SECRET}`,
    `user:sk-proj-${SECRET}`,
    `github_pat_${SECRET}${SECRET}`,
    `ghp_${SECRET}`,
    `gsk_${SECRET}`,
    `r8_${SECRET}`,
    `hf_${SECRET}`,
    `nvapi-${SECRET}`,
    `Bearer ${SECRET}`,
    `Basic ${SECRET}==`,
    `Bearer%20${SECRET}`,
    `Bearer+${SECRET}`,
    `Authorization: Bearer ${SECRET}`,
    `authorization%3DBearer%20${SECRET}`,
    `{"authorization": "${SECRET}"}`,
    `x-api-key: ${SECRET}`,
    `apikey=${SECRET}`,
    `/v1/completions?key=${SECRET}&a=b`,
    `client_secret=${SECRET}`,
    `access_token%3D${SECRET}`,
    `password=${SECRET}`,
    `api_key: ${SECRET}`,
    `?token=${SECRET}&model=m`,
    `https://batch:${SECRET}@gw.example.com/v1`,
    `AKIA${SECRET}`,
    `eyJhbGciOi.${SECRET}.${SECRET}`,
  ])('shows nothing of the secret in %j', (name) => {
    expect(withoutKeys(name)).not.toContain(SECRET)
  })

  it.each([
    'batch-docs',
    'team search',
    '10.42.9.80',
    'assistant-web (eu-west-1)',
    'https://gw.example.com/v1',
    'tokenizer-service',
    'monkey: prod',
    'bearers of news',
    'Basic plan',
  ])('leaves %j as it is', (name) => {
    expect(withoutKeys(name)).toBe(name)
  })

  it('tells two keys apart', () => {
    expect(withoutKeys('sk-aaaaaaaaaaaaaaaa')).not.toBe(withoutKeys('sk-bbbbbbbbbbbbbbbb'))
  })

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => typeof withoutKeys(text) === 'string'),
    )
  })
})
