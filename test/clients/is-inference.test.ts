import { describe, expect, it } from 'vitest'
import type { AccessLine } from '../../src/clients/access-line.ts'
import { isInference } from '../../src/clients/is-inference.ts'

describe('isInference', () => {
  it.each<[string, AccessLine, boolean]>([
    ['a chat', { method: 'POST', path: '/v1/chat/completions' }, true],
    ['a chat below a gateway’s path', { method: 'POST', path: '/llm/openai/v1/chat/completions/' }, true],
    [
      'a chat that calls itself a probe',
      { method: 'POST', path: '/v1/completions', userAgent: 'kube-probe/1.31' },
      true,
    ],
    ['a refused one', { method: 'POST', path: '/v1/completions', status: 429 }, true],
    ['a path of its own making', { method: 'POST', path: '/completions-export' }, false],
    ['a question for options', { method: 'OPTIONS', path: '/v1/chat/completions' }, false],
    ['a scrape', { method: 'GET', path: '/metrics' }, false],
    ['a health check', { method: 'GET', path: '/health' }, false],
    ['a list of models', { method: 'GET', path: '/v1/models' }, false],
    ['a count of tokens', { method: 'POST', path: '/tokenize' }, false],
    ['garbage', { status: 400 }, false],
    ['a call of a model', { model: 'qwen', promptTokens: 9 }, true],
    ['LiteLLM’s own check', { model: 'qwen', consumer: 'litellm-internal-health-check' }, false],
  ])('%s: %j is %s', (_, line, expected) => {
    expect(isInference(line)).toBe(expected)
  })
})
