import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptInChinese } from '../../src/words/kept-in-chinese.ts'
import { KEPT } from '../../src/words/zh/kept/catalogue.ts'
import { hasEnglish } from './english-in.ts'

/** Names that Slack, HAProxy and LiteLLM have for what they have. */
const NAMES = ['bot token', 'app-level token', 'prometheus callback', 'capture request header', 'engine core']

describe('a sentence that was kept in English, in Chinese', () => {
  it.each([
    [
      'a mend within a finding',
      "the top address is one of the fleet's own (10.0.0.1 and 2 more)",
      '排在最前的地址是机群自己的（10.0.0.1 及另外 2 个）',
    ],
    [
      'a server of whom nothing came',
      'loki: not read (timeout: no answer in time)',
      'loki：未读到（超时：没有及时响应）',
    ],
    ['its reason in its place', 'the baseline could not be read: http_503', '基线读不到：http_503'],
    ['a file and what is wrong with it', '/var/log/a.log: permission denied', '/var/log/a.log：没有权限'],
    [
      'a name before what it does',
      'vllm-0 serves 3 lines that are no samples, the first one line 7: no value',
      'vllm-0 有 3 行不是样本，首个在第 7 行：no value',
    ],
    [
      'what a log told, when and whether it is over',
      'vllm-0 at 08:00:05 UTC: CUDA out of memory; a worker died (exit code -9: killed, as the kernel does when memory is out); it began 30.0 s before (it served again since)',
      'vllm-0 在 08:00:05 UTC：CUDA 显存不足；worker 退出（退出码 -9：被杀死，像是内核因内存不足所为）；30.0 s 前开始（之后已恢复服务）',
    ],
    [
      'sources that contradict each other',
      'prometheus and engine contradict each other on a: requests finished 1.2 and 0 a second; what engine scrapes looks stale, or is not the engine',
      'prometheus 与 engine 对 a 的说法矛盾：每秒完成请求分别为 1.2 和 0；engine 抓到的像是过期数据，或不是该引擎',
    ],
    [
      'a history that begins late',
      "engines are watched since 2026-11-30T08:00:00Z: 90 s of the window's 5 min are read",
      '从 2026-11-30T08:00:00Z 起才观察引擎：时间窗 5 min 中读到 90 s',
    ],
    [
      'baselines that are there in part',
      'baselines: hour_before (20 min of it); the history begins at 2026-11-30T08:00:00Z, after yesterday, week_ago',
      '基线：前一小时（其中 20 min）；历史从 2026-11-30T08:00:00Z 开始，晚于昨天同一时段，一周前同一时段',
    ],
    ["others' words", 'PromQL info: metric might not be a counter', 'PromQL info: metric might not be a counter'],
    ['a name', 'qwen, at work', 'qwen, at work'],
    ['nothing', '', ''],
  ])('has %s', (_, sentence, chinese) => {
    expect(keptInChinese(sentence)).toBe(chinese)
  })

  it.each([...KEPT.keys()])('of %j is its own, with what it names', (template) => {
    const names = [...template.matchAll(/\{(\d+)\}/gu)].map(([, index]) => `x-${index}:8000`)
    const sentence = template.replaceAll(/\{(\d+)\}/gu, (_, index: string) => names[Number(index)] ?? '')
    const isOfNames = template.replaceAll(/\{\d+\}|[^a-z]/giu, '').length < 5
    const chinese = keptInChinese(sentence)
    for (const name of names) expect(chinese).toContain(name)
    if (isOfNames) return
    expect(hasEnglish(chinese, NAMES)).toBe(false)
    expect(chinese).toMatch(/\p{Script=Han}/u)
  })

  it('takes no time over what was made to take it, and never throws', () => {
    const marks = fc.constantFrom('; ', ': ', ', ', ' ', ' (', ')', ' and ', ' of ', 'it', 'vLLM', '{0}', '客服')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 900 }),
        (parts) => {
          const began = process.cpuUsage()
          keptInChinese(parts.join(''))
          expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
        },
      ),
      { numRuns: 60 },
    )
  })
})
