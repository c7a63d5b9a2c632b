import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../src/audit/doctor/examine-engine.ts'
import { RECOGNISED_NAMES, hasVllm, recognise } from '../../../src/audit/doctor/known-engines.ts'
import { CORPUS, describeWithCorpus } from '../../support/needs.ts'

function namesOn(path: string): ReadonlySet<string> {
  const answer = readPage(readFileSync(join(CORPUS, path), 'utf8'))
  return answer.kind === 'metrics' ? answer.names : new Set()
}

/** None where there are no recordings: the tests on them are skipped then. */
function pagesIn(folder: string): readonly string[] {
  if (!existsSync(join(CORPUS, folder))) return []
  return readdirSync(join(CORPUS, folder)).flatMap((name) => (name.endsWith('.prom') ? [`${folder}/${name}`] : []))
}

describeWithCorpus('metrics', 'recognise', () => {
  it.each(pagesIn('metrics'))('knows vLLM on %s', (path) => {
    const names = namesOn(path)
    expect(hasVllm(names)).toBe(true)
    expect(recognise(names)).toMatchObject({ renamed: [] })
  })

  it.each(pagesIn('metrics-other'))('knows that %s is of another engine', (path) => {
    const names = namesOn(path)
    expect(hasVllm(names)).toBe(false)
    expect(path.toLowerCase()).toContain(
      (recognise(names).other?.engine ?? '?')
        .split(/[ (]/)[0]
        ?.toLowerCase()
        .replace('nvidia', 'dynamo')
        .replace('tensorrt-llm', 'trtllm'),
    )
  })
})

describe('recognise', () => {
  it('keeps what another exporter says of vLLM apart', () => {
    expect(recognise(['vllm_x', 'ray_vllm:y', 'ml_vllm:z', 'vllm.w', 'vllmish', 'node_load1'])).toEqual({
      vllm: new Map([
        ['ray_vllm:', ['ray_vllm:y']],
        ['vllm_', ['vllm_x']],
      ]),
      renamed: ['ml_vllm:z', 'vllm.w'],
    })
  })

  it('has a pattern that finds all it knows', () => {
    const pattern = new RegExp(`^(?:${RECOGNISED_NAMES.replace('(?i:.*vllm.*)', '.*[vV][lL][lL][mM].*')})$`)
    const known = [
      'vllm:a',
      'ML_VLLM_a',
      'vllm.a',
      'sglang:a',
      'tgi_a',
      'trtllm_a',
      'nv_trt_llm_a',
      'nv_inference_a',
      'lmdeploy:a',
      'llamacpp:a',
      'dynamo_a',
    ]
    expect(known.filter((name) => !pattern.test(name))).toEqual([])
  })
})
