import { describe, expect, it } from 'vitest'
import { WhyslowError } from '../../src/lib/errors.ts'
import { createLogger, redactText } from '../../src/lib/logger.ts'

function lines(write: (log: ReturnType<typeof createLogger>) => void): string {
  const written: string[] = []
  write(createLogger('info', { write: (line) => void written.push(line) }))
  return written.join('')
}

describe('createLogger', () => {
  it.each([
    ['a header', { headers: { authorization: 'Bearer s3cr3t-value' } }],
    ['a request', { req: { headers: { cookie: 's3cr3t-value' } } }],
    ['a field', { token: 's3cr3t-value' }],
    ['a nested field', { slack: { botToken: 's3cr3t-value' } }],
    ['a signature', { headers: { 'x-slack-signature': 's3cr3t-value' } }],
    ['an error', { err: new Error('GET http://user:s3cr3t-value@prometheus:9090: refused') }],
    ['what was thrown', { error: new Error('GET http://user:s3cr3t-value@prometheus:9090: refused') }],
    ['an error that quotes a header', { err: new Error('sent Authorization: Bearer s3cr3t-value') }],
    ['a Slack token in a text', { note: 'xoxb-s3cr3t-value' }],
    ['a hook', { note: 'https://hooks.slack.com/services/T0/B0/s3cr3t-value' }],
  ])('keeps the secret of %s out', (_name, fields) => {
    const written = lines((log) => log.error(fields, 'failed'))
    expect(written).toContain('failed')
    expect(written).not.toContain('s3cr3t-value')
  })

  it('keeps what is no secret and stays JSON', () => {
    const written = lines((log) => log.info({ incidentId: 'i1', url: 'http://prometheus:9090' }, 'read'))
    expect(JSON.parse(written)).toMatchObject({
      level: 'info',
      incidentId: 'i1',
      url: 'http://prometheus:9090',
      msg: 'read',
    })
  })

  it('says of our own errors what they say, of others also where they came from', () => {
    const told = (error: unknown): unknown => JSON.parse(lines((log) => log.error({ error }, 'x'))).error
    expect(told(new WhyslowError('gone', 'store:\nno such file'))).toBe('store: no such file')
    expect(told(new TypeError('undefined is no function'))).toMatch(
      /^TypeError: undefined is no function\n +at .*logger\.test/u,
    )
    expect(told('thrown as a text')).toBe('thrown as a text')
  })

  it('stays JSON after redaction', () => {
    const written = lines((log) => log.info({ note: 'Bearer abcdefgh"\\' }, 'x'))
    expect(JSON.parse(written)).toMatchObject({ note: 'Bearer [redacted]"\\' })
  })
})

describe('redactText', () => {
  it('leaves prose alone', () => {
    expect(redactText('basic auth is set; http://a:9090/b@c')).toBe('basic auth is set; http://a:9090/b@c')
  })
})
