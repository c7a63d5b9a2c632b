import type { Family } from './family.ts'

/** A name that each of these engines has while it serves, from its own documentation or pages. */
const ENGINES = [
  ['sglang:num_running_reqs', 'SGLang'],
  ['tgi_batch_current_size', 'TGI'],
  ['trtllm_request_success_total', 'TensorRT-LLM'],
  ['nv_inference_request_success', 'Triton Inference Server'],
  ['llamacpp:requests_processing', 'llama.cpp'],
  ['dynamo_component_requests_total', 'NVIDIA Dynamo'],
] as const

/** What stands at a target in vLLM's place. */
export const otherEngineSeries: Family = {
  id: 'other_engine_series',
  type: 'gauge',
  names: ENGINES.map(([name]) => name),
}

/** The engine that has a series of this name. */
export function engineOf(name: string): string | undefined {
  return ENGINES.find(([known]) => known === name)?.[1]
}
