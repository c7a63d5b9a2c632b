import { describe, expect, it } from 'vitest'
import { seconds } from '../../src/domain/time.ts'
import { type Family, readByAll } from '../../src/signals/family.ts'
import type { Term } from '../../src/signals/term.ts'
import { type TermContext, durationText, toPromql } from '../../src/signals/to-promql.ts'

const G: Family = { id: 'g', type: 'gauge', names: ['g'] }
const C: Family = { id: 'c', type: 'counter', names: ['c_total'] }
const H: Family = { id: 'h', type: 'histogram', names: ['h'] }
const last: Term = { kind: 'gauge', family: G, stat: 'last', across: 'sum' }
const rate: Term = { kind: 'counter', family: C, stat: 'rate' }

const AT: TermContext = {
  names: { g: readByAll('vllm:g'), c: readByAll('vllm:c_total'), h: readByAll('vllm:h') },
  matchers: [{ name: 'job', op: '=', value: 'x' }],
  by: [],
  range: seconds(600),
  offset: seconds(0),
}
const MIXED: TermContext = {
  ...AT,
  names: {
    ...AT.names,
    g: [...readByAll('vllm:g'), { name: 'vllm:old', matchers: [{ name: 'instance', op: '=~', value: 'a|b' }] }],
  },
}
const LATER: TermContext = { ...AT, by: ['instance', 'engine'], offset: seconds(4_200) }

describe('toPromql', () => {
  it.each<readonly [Term, TermContext, string]>([
    [last, AT, 'sum(vllm:g{job="x"})'],
    [last, MIXED, 'sum(vllm:g{job="x"} or vllm:old{job="x",instance=~"a|b"})'],
    [
      { ...last, stat: 'age' },
      MIXED,
      'sum(time() - timestamp(vllm:g{job="x"}) or time() - timestamp(vllm:old{job="x",instance=~"a|b"}))',
    ],
    [last, LATER, 'sum by (instance, engine) (vllm:g{job="x"} offset 4200s)'],
    [{ ...last, atLeast: 0 }, MIXED, 'sum(vllm:g{job="x"} >= 0 or vllm:old{job="x",instance=~"a|b"} >= 0)'],
    [{ ...last, stat: 'max', across: 'avg' }, AT, 'avg(max_over_time(vllm:g{job="x"}[600s]))'],
    [
      { ...last, stat: 'age', across: 'max' },
      LATER,
      'max by (instance, engine) (time() - 4200 - timestamp(vllm:g{job="x"} offset 4200s))',
    ],
    [{ ...last, where: [{ name: 'a', op: '!~', value: 'b|c' }] }, AT, 'sum(vllm:g{job="x",a!~"b|c"})'],
    [{ kind: 'growth', family: G }, AT, 'sum(vllm:g{job="x"}) - sum(vllm:g{job="x"} offset 600s)'],
    [
      { kind: 'growth', family: G, over: seconds(90) },
      LATER,
      'sum by (instance, engine) (vllm:g{job="x"} offset 4200s) - sum by (instance, engine) (vllm:g{job="x"} offset 4290s)',
    ],
    [rate, AT, 'sum(rate(vllm:c_total{job="x"}[600s]))'],
    [
      { kind: 'counter', family: C, stat: 'resets', over: seconds(0.5) },
      AT,
      'sum(resets(vllm:c_total{job="x"}[500ms]))',
    ],
    [
      { ...rate, across: 'max', below: 9e18 },
      LATER,
      'max by (instance, engine) (rate(vllm:c_total{job="x"}[600s] offset 4200s) and vllm:c_total{job="x"} offset 4200s < 9000000000000000000)',
    ],
    [
      {
        kind: 'ratio',
        of: { ...rate, where: [{ name: 'status', op: '=~', value: '5..' }], elseZero: true },
        by: rate,
      },
      { ...AT, by: ['instance'] },
      '(sum by (instance) (rate(vllm:c_total{job="x",status=~"5.."}[600s])) or 0 * sum by (instance) (rate(vllm:c_total{job="x"}[600s]))) / sum by (instance) (rate(vllm:c_total{job="x"}[600s]))',
    ],
    [{ kind: 'changes', family: G }, AT, 'sum(changes(vllm:g{job="x"}[600s]))'],
    [
      { kind: 'histogram', family: H, stat: 'mean' },
      AT,
      'sum(rate(vllm:h_sum{job="x"}[600s])) / sum(rate(vllm:h_count{job="x"}[600s]))',
    ],
    [{ kind: 'histogram', family: H, stat: 'rate' }, AT, 'sum(rate(vllm:h_count{job="x"}[600s]))'],
    [
      { kind: 'histogram', family: H, stat: 'quantile', q: 0.99 },
      LATER,
      'histogram_quantile(0.99, sum by (instance, engine, le) (rate(vllm:h_bucket{job="x"}[600s] offset 4200s)))',
    ],
    [
      { kind: 'ratio', of: rate, by: { kind: 'scaled', term: rate, factor: 2 } },
      AT,
      'sum(rate(vllm:c_total{job="x"}[600s])) / (sum(rate(vllm:c_total{job="x"}[600s])) * 2)',
    ],
    [
      { kind: 'sum', terms: [last, last, last] },
      AT,
      '(sum(vllm:g{job="x"}) + sum(vllm:g{job="x"})) + sum(vllm:g{job="x"})',
    ],
    [
      { kind: 'difference', of: last, less: { kind: 'difference', of: last, less: last } },
      AT,
      'sum(vllm:g{job="x"}) - (sum(vllm:g{job="x"}) - sum(vllm:g{job="x"}))',
    ],
    [{ kind: 'label_product', family: G, labels: ['size', 'blocks'] }, AT, 'count by (size, blocks) (vllm:g{job="x"})'],
    [
      {
        kind: 'label_product',
        family: G,
        labels: ['size'],
        where: [{ name: 'size', op: '!=', value: 'None' }],
      },
      { ...MIXED, by: ['instance'], offset: seconds(60) },
      'count by (instance, size) (vllm:g{job="x",size!="None"} offset 60s or vllm:old{job="x",size!="None",instance=~"a|b"} offset 60s)',
    ],
  ])('writes %j', (term, at, text) => {
    expect(toPromql(term, at)).toBe(text)
  })

  it('is undefined when a family is not exposed', () => {
    const at = { ...AT, names: { c: readByAll('vllm:c_total') } }
    expect(toPromql(last, at)).toBeUndefined()
    expect(toPromql({ kind: 'ratio', of: rate, by: last }, at)).toBeUndefined()
    expect(toPromql({ kind: 'sum', terms: [rate, last] }, at)).toBeUndefined()
    expect(toPromql({ kind: 'scaled', term: last, factor: 2 }, at)).toBeUndefined()
  })
})

it.each([
  [60, '60s'],
  [0.0015, '2ms'],
  [75.5, '75500ms'],
])('writes %d seconds as %s', (length, text) => {
  expect(durationText(seconds(length))).toBe(text)
})
