import { expect, it } from 'vitest'
import { createHistogram, observe } from '../../../../src/sandbox/fleet/engine/histogram.ts'
import { counterFamily, gaugeFamily, histogramFamily } from '../../../../src/sandbox/fleet/exposition/build-family.ts'
import { classicText, labelText } from '../../../../src/sandbox/fleet/exposition/classic-text.ts'
import { formatPythonFloat } from '../../../../src/sandbox/fleet/exposition/python-float.ts'
import { describeWith } from '../../../support/needs.ts'
import { runTool } from '../../../support/real-servers.ts'

it('announces _created under a heading of its own, as prometheus_client does', () => {
  const family = counterFamily({ name: 'x:a', help: 'A.' }, [{ labels: { m: '1' }, read: () => 2 }], 1_795_956_261.5)
  expect(classicText([family], formatPythonFloat)).toBe(
    [
      '# HELP x:a_total A.',
      '# TYPE x:a_total counter',
      'x:a_total{m="1"} 2.0',
      '# HELP x:a_created A.',
      '# TYPE x:a_created gauge',
      'x:a_created{m="1"} 1.7959562615e+09',
      '',
    ].join('\n'),
  )
})

it('writes buckets cumulatively, with le among the labels in order', () => {
  const histogram = createHistogram([0.5, 1])
  observe(histogram, 0.2)
  observe(histogram, 0.7, 2)
  observe(histogram, 9)
  const family = histogramFamily({ name: 'h', help: 'H.' }, [{ labels: { a: 'x', z: 'y' }, histogram }], undefined)
  expect(classicText([family], formatPythonFloat).split('\n').slice(2, -1)).toEqual([
    'h_bucket{a="x",le="0.5",z="y"} 1.0',
    'h_bucket{a="x",le="1.0",z="y"} 3.0',
    'h_bucket{a="x",le="+Inf",z="y"} 4.0',
    'h_count{a="x",z="y"} 4.0',
    'h_sum{a="x",z="y"} 10.6',
  ])
})

it('escapes label values', () => {
  expect(labelText({ a: 'say "x"\\\n' })).toBe('{a="say \\"x\\"\\\\\\n"}')
  expect(labelText({})).toBe('')
})

it('shows a family without children by its heading alone', () => {
  expect(classicText([gaugeFamily({ name: 'g', help: 'G.' }, [])], formatPythonFloat)).toBe(
    '# HELP g G.\n# TYPE g gauge\n',
  )
})

describeWith('promtool', 'promtool', () => {
  it('parses a page', async () => {
    const family = counterFamily({ name: 'x:a', help: 'A.' }, [{ labels: {}, read: () => 2 }], 1)
    const result = await runTool('promtool', ['check', 'metrics'], classicText([family], formatPythonFloat))
    expect(result.stderr).not.toContain('error while linting')
    expect(result.stderr).not.toContain('text format parsing error')
  })
})
