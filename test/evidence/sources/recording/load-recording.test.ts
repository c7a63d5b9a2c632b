import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadRecording, parseRecording } from '../../../../src/evidence/sources/recording/load-recording.ts'

it('reads OpenMetrics with times in seconds', () => {
  const recording = parseRecording(
    [
      '# TYPE vllm:wait_seconds histogram',
      'vllm:wait_seconds_bucket{le="+Inf",model_name="a}b\\"c\\\\d, e"} 3 1700000000.5 # {trace_id="x"} 0.1 1700000000',
      'vllm:wait_seconds_bucket{le="+Inf",model_name="a}b\\"c\\\\d, e"} NaN 1700000015',
      'up 1 1700000000',
      '# EOF',
    ].join('\n'),
  )
  expect(recording).toMatchObject({ samples: 3, malformed: 0, start: 1_700_000_000, end: 1_700_000_015 })
  const [bucket] = recording?.series.byName.get('vllm:wait_seconds_bucket') ?? []
  expect(bucket?.labels).toEqual({ le: '+Inf', model_name: String.raw`a}b"c\d, e` })
  expect(bucket?.times).toEqual(Float64Array.of(1_700_000_000_500, 1_700_000_015_000))
  expect(bucket?.values).toEqual(Float64Array.of(3, NaN))
})

it('reads the classic format with times in milliseconds, out of order', () => {
  const recording = parseRecording('up{a="b",} 1 1700000015000\nup{a="b",} 3.59e+010 1700000000000\r\n')
  const [up] = recording?.series.byName.get('up') ?? []
  expect(up?.times).toEqual(Float64Array.of(1_700_000_000_000, 1_700_000_015_000))
  expect(up?.values).toEqual(Float64Array.of(3.59e10, 1))
})

it('reads names that only Prometheus 3 allows', () => {
  const recording = parseRecording('{"vllm.running","my.label"="x"} 1 1700000000\n')
  expect(recording?.series.byName.get('vllm.running')?.[0]?.labels).toEqual({ 'my.label': 'x' })
})

it('does not believe a line that is cut at its end, and says so', () => {
  const recording = parseRecording('up 1 1700000000\nup 1 1700000015\nup 1 17000')
  expect(recording).toMatchObject({ samples: 2, malformed: 0, isTruncated: true, end: 1_700_000_015 })
})

it('counts an endless line without keeping it', () => {
  const recording = parseRecording(
    `up 1 1700000000\n${'x'.repeat(1 << 20)}\nup{a="__proto__",__proto__="b"} 1 1700000015\n`,
  )
  expect(recording).toMatchObject({ samples: 2, malformed: 1, firstMalformed: 2 })
  expect(recording?.series.byName.get('up')?.map(({ labels }) => Object.entries(labels))).toEqual([
    [],
    [
      ['a', '__proto__'],
      ['__proto__', 'b'],
    ],
  ])
})

it.each([
  ['without a time', 'up 1'],
  ['without a value', 'up{a="b"}'],
  ['with an odd value', 'up one 1700000000'],
  ['with an odd time', 'up 1 yesterday'],
  ['with an open brace', 'up{a="b 1 1700000000'],
  ['with an odd label', 'up{a=b} 1 1700000000'],
  ['without a name', '{a="b"} 1 1700000000'],
])('counts a line %s', (_, line) => {
  expect(parseRecording(`up 1 1700000000\n${line}\n`)).toMatchObject({ samples: 1, malformed: 1, firstMalformed: 2 })
})

it('reads a file whose lines cross its chunks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-recording-'))
  const path = join(folder, 'history.om')
  const lines = Array.from(
    { length: 60_000 },
    (_, index) => `a_metric{label="välue"} ${index} ${1_700_000_000 + index}`,
  )
  await writeFile(path, `${lines.join('\n')}\n# EOF\n`)
  expect(await loadRecording(path)).toMatchObject({ samples: 60_000, malformed: 0 })
  await writeFile(path, '# EOF\n')
  await expect(loadRecording(path)).rejects.toThrow(`the recording ${path} holds no sample with a time`)
  await rm(folder, { recursive: true })
  await expect(loadRecording(path)).rejects.toThrow(`cannot read the recording ${path}: ENOENT`)
})
