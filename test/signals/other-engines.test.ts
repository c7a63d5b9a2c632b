import { describe, expect, it } from 'vitest'
import { recognise } from '../../src/audit/doctor/known-engines.ts'
import { engineOf, otherEngineSeries } from '../../src/signals/other-engines.ts'

describe('engines that may stand in the place of vLLM', () => {
  it.each(otherEngineSeries.names)('%s tells which engine it is, and that it is none of vLLM', (name) => {
    expect(engineOf(name)).toBeDefined()
    expect(recognise([name]).vllm.size).toBe(0)
  })

  it('says of an unknown name nothing', () => {
    expect(engineOf('vllm:num_requests_running')).toBeUndefined()
  })
})
