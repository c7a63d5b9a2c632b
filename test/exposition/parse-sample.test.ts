import { describe, expect, it } from 'vitest'
import { parseSample } from '../../src/exposition/parse-sample.ts'
import { parseSeries } from '../../src/exposition/parse-series.ts'

const SECONDS = 1_700_000_000
const MILLISECONDS = SECONDS * 1000

describe('a sample', () => {
  it.each([
    ['a bare name', 'up 1', { series: 'up', value: 1 }],
    ['labels', 'up{a="b"} 1', { series: 'up{a="b"}', value: 1 }],
    ['no labels in braces', 'up{} 1', { series: 'up{}', value: 1 }],
    ['a comma behind the last label', 'up{a="b",} 1', { series: 'up{a="b",}', value: 1 }],
    ['blanks everywhere', 'up \t { a = "b" , c= "d" }\t1\t', { series: 'up \t { a = "b" , c= "d" }', value: 1 }],
    ['no blank before its value', 'up{a="b"}1', { series: 'up{a="b"}', value: 1 }],
    ['a return at its end', 'up 1\r', { series: 'up', value: 1 }],
    ['a newline at its end', 'up 1\nup 2', { series: 'up', value: 1 }],
    ['colons in its name', 'ray_vllm:x:y 1', { series: 'ray_vllm:x:y', value: 1 }],
    ['dots in its name', 'vllm.num_requests.running 1', { series: 'vllm.num_requests.running', value: 1 }],
    ['a quoted name', '{"a.name",l="v"} 1', { series: '{"a.name",l="v"}', value: 1 }],
    ['a quoted name alone', '{"a name"} 1', { series: '{"a name"}', value: 1 }],
    ['a brace in a label', 'up{a="}"} 1', { series: 'up{a="}"}', value: 1 }],
    ['a comma in a label', 'up{a="x,y=\\"z\\""} 1', { series: 'up{a="x,y=\\"z\\""}', value: 1 }],
    ['a hash in a label', 'up{a="# EOF"} 1', { series: 'up{a="# EOF"}', value: 1 }],
    ['a backslash before the closing quote', 'up{a="x\\\\"} 1', { series: 'up{a="x\\\\"}', value: 1 }],
    ['a time in milliseconds', `up 1 ${MILLISECONDS}`, { series: 'up', value: 1, time: MILLISECONDS }],
    ['a time in seconds', `up 1 ${SECONDS}.5`, { series: 'up', value: 1, time: MILLISECONDS + 500 }],
    ['a time with an exponent', 'up 1 1.7e9', { series: 'up', value: 1, time: MILLISECONDS }],
    ['a time before 1970', 'up 1 -1', { series: 'up', value: 1, time: -1000 }],
    ['milliseconds before 1970', 'up 1 -200000000000', { series: 'up', value: 1, time: -200_000_000_000 }],
    ['an exemplar', 'up 1 # {trace_id="x}"} 0.5', { series: 'up', value: 1 }],
    [
      'an exemplar behind a time',
      `up 1 ${SECONDS} # {trace_id="x"} 0.5 ${SECONDS}`,
      { series: 'up', value: 1, time: MILLISECONDS },
    ],
  ])('may have %s', (_, line, sample) => {
    expect(parseSample(line, 0)).toEqual(sample)
    expect(parseSeries(sample.series)).toBeDefined()
  })

  it.each([
    ['123', 123],
    ['-1.0', -1],
    ['+1', 1],
    ['.5', 0.5],
    ['5.', 5],
    ['3.5915956224e+010', 35_915_956_224],
    ['1.78504891014e+09', 1_785_048_910.14],
    ['1E-07', 1e-7],
    ['9223372036854775794', 2 ** 63],
    ['1e-400', 0],
    ['NaN', NaN],
    ['nan', NaN],
    ['+Inf', Infinity],
    ['Inf', Infinity],
    ['-inf', -Infinity],
    ['+infinity', Infinity],
  ])('may have the value %s', (text, value) => {
    expect(parseSample(`up ${text}`, 0)).toEqual({ series: 'up', value })
  })

  it.each(['0x10', '1_000', '1,5', '1e', 'e5', '.', '+', '--1', '1e400', 'null', 'true', '"1"', '١'])(
    'never has the value %s',
    (text) => {
      expect(parseSample(`up ${text}`, 0)).toBe('the value is no number')
    },
  )

  it.each([
    ['no name', '{a="b"} 1', 'no metric name'],
    ['nothing in braces', '{} 1', 'no metric name'],
    ['an empty name', '{""} 1', 'a label without a name'],
    ['a number for a name', '1 1', 'no metric name'],
    ['two quoted names', '{"a","b"} 1', 'a label without a quoted value'],
    ['two names', 'a{"b"} 1', 'a label without a quoted value'],
    ['no value', 'up', 'no value'],
    ['labels and no value', 'up{a="b"} ', 'no value'],
    ['an odd character in its name', 'up-5', 'an odd character in the metric name'],
    ['a native histogram for a value', 'up {count:1,sum:2}', 'a label without a quoted value'],
    ['a bare label value', 'up{a=b} 1', 'a label without a quoted value'],
    ['a single-quoted label value', "up{a='b'} 1", 'a label without a quoted value'],
    ['a label without a value', 'up{a} 1', 'a label without a quoted value'],
    ['a label left out', 'up{...} 1', 'a label without a name'],
    ['a label of digits', 'up{1="b"} 1', 'a label without a name'],
    ['an empty label name', 'up{""="b"} 1', 'a label without a name'],
    ['two commas', 'up{a="b",,c="d"} 1', 'a label without a name'],
    ['a comma first', 'up{,a="b"} 1', 'a label without a name'],
    ['no comma between labels', 'up{a="b" c="d"} 1', 'no comma or brace behind a label'],
    ['an open brace', 'up{a="b" 1', 'no comma or brace behind a label'],
    ['an open brace at the end', 'up{a="b",', 'a label without a name'],
    ['an open quote', 'up{a="b} 1', 'a label without a quoted value'],
    ['an open quote behind an escape', 'up{a="b\\"} 1', 'a label without a quoted value'],
    ['an open quote that the next line would close', 'up{a="b\nc"} 1', 'a label without a quoted value'],
    ['an escaped newline', 'up{a="b\\\nc"} 1', 'a label without a quoted value'],
    ['a NUL in a label', 'up{a="b\0"} 1', 'a label without a quoted value'],
    ['a NUL in its name', 'u\0p 1', 'an odd character in the metric name'],
    ['a NUL behind its value', 'up 1\0', 'the value is no number'],
    ['an odd time', 'up 1 yesterday', 'the time is no number'],
    ['a time without end', 'up 1 NaN', 'the time is no number'],
    ['something behind its time', `up 1 ${SECONDS} 2`, 'something behind the sample'],
  ])('never has %s', (_, line, reason) => {
    expect(parseSample(line, 0)).toBe(reason)
    expect(parseSample(`${line}\nup 1`, 0)).toBe(reason)
  })
})

it.each(['1e300', '-1e300', '9e18', '-9e18', '253402300800000', '-62135596800001', '+Inf'])(
  'takes %s for no time: nobody can write its date',
  (time) => {
    expect(parseSample(`up 1 ${time}`, 0)).toBe('the time is no number')
  },
)
