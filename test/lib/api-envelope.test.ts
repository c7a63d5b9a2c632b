import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvelope } from '../../src/lib/api-envelope.ts'
import { shorten } from '../../src/lib/shorten.ts'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'

describeWithCorpus('prometheus-api', 'readEnvelope on recorded answers', () => {
  it.each([
    [
      'prom242_err400_parse.json',
      400,
      'http_400',
      'bad_data: invalid parameter "query": 1:40: parse error: unclosed left',
    ],
    ['prom242_err422_many_to_many.json', 422, 'http_422', 'execution: found duplicate series for the match group'],
    ['prom242_err503_timeout.json', 503, 'http_503', 'timeout: query timed out in expression evaluation'],
    ['prom242_404_plain.json', 404, 'http_404', '404 page not found'],
    ['prom242_put_method.json', 405, 'http_405', 'Method Not Allowed'],
    ['vm179_err_many.json', 422, 'http_422', '422: error when executing query='],
    ['vm179_toomanypoints.json', 422, 'http_422', '422: error when executing query="up"'],
  ])('fails %s as HTTP %i', (file, status, reason, detail) => {
    const outcome = readEnvelope({ status, contentType: 'text/plain', text: corpus(file) })
    expect(outcome).toMatchObject({ status: 'failed', reason })
    expect(outcome.status === 'failed' && outcome.detail).toContain(detail)
  })

  it.each([
    ['prom242_vector_ok.json', [], false],
    ['prom242_label_values_names.json', [], false],
    ['vm179_vector_nan.json', [], false],
    ['thanos_range_warnings_outside_data.json', ['test-warn'], false],
    ['vmcluster_is_partial.json', [], true],
  ])('reads %s', (file, warnings, isPartial) => {
    const outcome = readEnvelope({ status: 200, contentType: 'application/json', text: corpus(file) })
    expect(outcome).toMatchObject({ status: 'ok', value: { warnings, isPartial, infos: [] } })
  })
})

describe('readEnvelope', () => {
  it.each([
    ['an empty body', 'application/json', '', 'answered application/json, not JSON: '],
    [
      'a page without a title',
      'text/html',
      '<style>p{}</style><p>Bad   gateway</p>',
      'answered text/html, not JSON: Bad gateway',
    ],
    ['no content type', '', 'hello', 'answered something, not JSON: hello'],
    ['an error with 200', 'application/json', '{"status":"error","errorType":"e","error":"x"}', 'e: x'],
  ])('takes %s for a bad answer', (_, contentType, text, detail) => {
    expect(readEnvelope({ status: 200, contentType, text })).toEqual({ status: 'failed', reason: 'bad_answer', detail })
  })

  it('reads an error page of a gateway by its status', () => {
    const text = '<html><head><title>502 Bad Gateway</title></head></html>'
    expect(readEnvelope({ status: 502, contentType: 'text/html', text })).toEqual({
      status: 'failed',
      reason: 'http_502',
      detail: '502 Bad Gateway',
    })
  })

  it('puts text of others in one short line', () => {
    expect(shorten(' a\n\tb\u0007\u202e c ')).toBe('a b c')
    expect(shorten('x'.repeat(300))).toHaveLength(200)
  })
})

function corpus(file: string): string {
  return readFileSync(join(CORPUS, 'prometheus-api', file), 'utf8')
}
