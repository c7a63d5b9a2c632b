/** What a page of vLLM's says, as far as these tests care. */
export interface PageText {
  readonly running?: number
  readonly waiting?: number
  readonly finished?: number
  readonly generated?: number
  readonly queueSum?: number
  readonly queueCount?: number
  readonly start?: number
  readonly more?: string
}

/** A page as vLLM serves it, in short. */
export function aPage(page: PageText = {}): string {
  const { running = 3, waiting = 0, finished = 100, generated = 5000, queueSum = 2.5, queueCount = 100 } = page
  const labels = '{engine="0",model_name="qwen"}'
  return [
    '# HELP vllm:num_requests_running Number of requests in model execution batches.',
    '# TYPE vllm:num_requests_running gauge',
    `vllm:num_requests_running${labels} ${running}`,
    `vllm:num_requests_waiting${labels} ${waiting}`,
    `vllm:request_success_total{engine="0",finished_reason="stop",model_name="qwen"} ${finished}`,
    `vllm:generation_tokens_total${labels} ${generated}`,
    `vllm:request_queue_time_seconds_sum${labels} ${queueSum}`,
    `vllm:request_queue_time_seconds_count${labels} ${queueCount}`,
    `vllm:request_queue_time_seconds_bucket{engine="0",le="+Inf",model_name="qwen"} ${queueCount}`,
    `vllm:request_params_n_count${labels} 77`,
    ...(page.start === undefined ? [] : [`process_start_time_seconds ${page.start}`]),
    ...(page.more === undefined ? [] : [page.more]),
    '',
  ].join('\n')
}
