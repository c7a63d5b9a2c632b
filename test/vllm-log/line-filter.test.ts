import { describe, expect, it } from 'vitest'
import { OF_CLIENTS, WORTH_READING } from '../../src/vllm-log/line-filter.ts'

/** RE2's inline flag is Go's, not this runtime's. */
function isAskedFor(line: string): boolean {
  return new RegExp(WORTH_READING.replaceAll('(?i:', '(?:'), 'u').test(line)
}

describe('the filter for a store of logs', () => {
  it.each([
    'INFO 08-05 08:39:50 [loggers.py:118] Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation',
    '(EngineCore_DP0 pid=7) ERROR 08-05 08:39:50 [core.py:700] EngineCore encountered a fatal error.',
    '(EngineCore_DP0 pid=7) ValueError: a number',
    'NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.',
    'INFO:     Application startup complete.',
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
  ])('lets through %s', (line) => {
    expect(isAskedFor(line)).toBe(true)
    expect(new RegExp(OF_CLIENTS, 'u').test(line)).toBe(false)
  })

  it('leaves what clients sent and access lines where they are', () => {
    expect(isAskedFor('INFO:     10.0.0.1:5 - "POST /v1/completions HTTP/1.1" 200 OK')).toBe(false)
    expect(new RegExp(OF_CLIENTS, 'u').test("INFO 08-05 08:39:50 [logger.py:40] Received request a: prompt: 'x'")).toBe(
      true,
    )
  })

  it('stands in a LogQL text between backticks, which old Loki takes up to 5120 bytes of', () => {
    expect(`${WORTH_READING}${OF_CLIENTS}`).not.toContain('`')
    expect(WORTH_READING.length).toBeLessThan(3000)
  })
})
