/** Requests that wait. */
export const QUEUE: Readonly<Record<string, string>> = {
  'Do requests wait on most instances with the KV cache full: more demand than the fleet can carry?':
    '是否大多数实例都有排队且 KV cache 已满：需求超出机群能承载的量？',
  'compare tokens/s with an hour ago: less work done with a queue means slower engines, not more demand':
    '把 token/s 与一小时前对比：有队列但产出变少，是引擎变慢，不是需求变多',
  'compare queue, prefill and decode times with an hour ago': '把排队、prefill 和 decode 时间与一小时前对比',
  'vllm:num_requests_waiting and vllm:kv_cache_usage_perc by instance':
    '按实例查看 vllm:num_requests_waiting 和 vllm:kv_cache_usage_perc',
  'More is asked than the fleet can carry: requests wait on {0}, and their KV cache is full.':
    '请求量超出机群承载能力：请求在 {0} 上排队，且其 KV cache 已满。',
  'Shed or limit by tokens at the gateway, batch clients first': '在网关按 token 丢弃或限流，先从批处理客户端开始',
  'Is it demand or retries? Compare calls at the gateway with requests at the engines':
    '是需求还是重试？对比网关的调用数与引擎的请求数',
  'Add instances; count in how long the model takes to load': '增加实例；把模型加载时间算进去',
  'Size by tokens: KV tokens over the mean length of a sequence is what fits at once':
    '按 token 估算容量：KV token 数除以平均序列长度，就是可同时容纳的数量',
  "Lift the gateway's limits when nobody waits": '没有排队后，解除网关限流',
  '> {0} of those waiting': '> 排队请求的 {0}',
  'Do most of those who wait wait for something else than room: an adapter, a KV transfer, a grammar?':
    '排队的请求大多在等的是不是别的，而非空间：适配器、KV 传输或 grammar？',
  'vllm:num_requests_waiting_by_reason by instance': '按实例查看 vllm:num_requests_waiting_by_reason',
  'Most requests that wait on {0} wait for an adapter, a KV transfer or a grammar, and not for room.':
    '{0} 上排队的请求大多在等适配器、KV 传输或 grammar，而不是等空间。',
  'Which of the three? vllm:lora_requests_info (waiting_lora_adapters), vllm:nixl_*, and the log':
    '是三者中的哪一个？查看 vllm:lora_requests_info (waiting_lora_adapters)、vllm:nixl_* 和日志',
  'With prefill and decode apart: do the prefill instances answer, and is the network between them well?':
    '如果 prefill 与 decode 分离：prefill 实例是否有响应，它们之间的网络是否正常？',
  'Send requests of one adapter to the same instances, so that each needs fewer slots':
    '把同一适配器的请求发到相同的实例，让每个实例需要更少的槽位',
  'Alert on vllm:num_requests_waiting_by_reason{reason="deferred"} apart from capacity':
    '对 vllm:num_requests_waiting_by_reason{reason="deferred"} 单独告警，与容量分开',
  'Do requests wait behind a few very long prompts although KV blocks and slots are free?':
    'KV 块和槽位都有空闲，请求是否仍排在少数超长提示词后面？',
  'compare prompt tokens/s with an hour ago: fewer with a queue means slower engines':
    '把提示词 token/s 与一小时前对比：变少且有排队，说明引擎变慢',
  'compare vllm:request_prompt_tokens by bucket with an hour ago: are the longest prompts new?':
    '按 bucket 把 vllm:request_prompt_tokens 与一小时前对比：最长的提示词是新出现的吗？',
  'compare generated tokens/s with an hour ago: long prefills slow down who decodes':
    '把生成 token/s 与一小时前对比：长 prefill 会拖慢正在 decode 的请求',
  'compare vllm:iteration_tokens_total (sum over count) with --max-num-batched-tokens':
    '对比 vllm:iteration_tokens_total（sum 除以 count）与 --max-num-batched-tokens',
  'compare vllm:request_prompt_tokens by bucket with an hour ago: is the longest prompt far from the rest?':
    '按 bucket 把 vllm:request_prompt_tokens 与一小时前对比：最长的提示词是否远超其余？',
  'A few very long prompts hold up the rest on {0}: the longest 1 % have {1} (the mean was {2}), and KV cache is free.':
    '少数超长提示词拖住了 {0} 上的其他请求：最长的 1 % 达 {1}（此前平均 {2}），而 KV cache 有空闲。',
  'Find who sends the long prompts: the greatest prompt tokens per request by client at the gateway':
    '找出谁在发长提示词：网关上按客户端看单请求最大提示词 token 数',
  'Limit that client at the gateway, or send it to a pool of its own': '在网关对该客户端限流，或把它引到单独的资源池',
  'Set --long-prefill-token-threshold on one instance and see whether short prompts pass; some releases take it and ignore it':
    '在一个实例上设 --long-prefill-token-threshold，看短提示词能否通过；有些版本接受该参数却不生效',
  'Give long documents instances of their own, or separate prefill from decode':
    '给长文档单独的实例，或把 prefill 与 decode 分离',
  'Lift the limit when the long prompts are done': '长提示词处理完后解除限流',
  'Do requests wait for a slot of their LoRA adapter although KV blocks are free?':
    'KV 块有空闲，请求是否仍在等 LoRA 适配器的槽位？',
  'compare vllm:num_requests_running with --max-num-seqs': '对比 vllm:num_requests_running 与 --max-num-seqs',
  'vllm:lora_requests_info: does the series with the greatest value name waiting_lora_adapters?':
    'vllm:lora_requests_info：值最大的那条时间序列有没有 waiting_lora_adapters？',
  'Requests wait for a slot of their LoRA adapter on {0}, while KV cache is free: compare the adapters in use with --max-loras.':
    '{0} 上有请求在等 LoRA 适配器的槽位，而 KV cache 有空闲：对比在用的适配器数与 --max-loras。',
  'Which adapters wait? waiting_lora_adapters of the newest vllm:lora_requests_info, by instance':
    '哪些适配器在等？按实例看最新一条 vllm:lora_requests_info 的 waiting_lora_adapters',
  'Raise --max-loras on one instance (its default is 1); each slot takes GPU memory':
    '在一个实例上调大 --max-loras（默认 1）；每个槽位都占 GPU 显存',
  'Alert on adapters in use by instance against --max-loras': '按实例对比在用适配器数与 --max-loras 设告警',
  'Set --max-loras back if KV cache runs short': '如果 KV cache 不够，把 --max-loras 改回来',
  'Requests wait on {0}, and what I could read does not say for what.':
    '{0} 上有请求排队，但读到的数据说明不了在等什么。',
  'Requests wait on {0} ({1}).': '{0} 上有请求排队（{1}）。',
  'Compare running with --max-num-seqs, and the reasons in vllm:num_requests_waiting_by_reason':
    '对比运行中请求与 --max-num-seqs，并看 vllm:num_requests_waiting_by_reason 里的原因',
  'Look at the lengths of the prompts that wait: one very long prefill holds up the rest':
    '看排队的提示词长度：一个超长 prefill 就会拖住其余请求',
  'one number on {0} instances': '{0} 个实例上是同一个数',
  'Do requests wait for a slot (max_num_seqs) although KV blocks are free?':
    'KV 块有空闲，请求是否仍在等槽位（max_num_seqs）？',
  'a constant number of': '一个固定数',
  'No more than {0} requests run at once on {1}, and the rest waits while KV cache is free: the cap is max_num_seqs.':
    '{1} 上同时运行的请求不超过 {0}，其余在排队，而 KV cache 有空闲：上限就是 max_num_seqs。',
  'Read the cap in the start line of the log': '在日志的启动行里查上限',
  'Raise --max-num-seqs step by step on one instance, watching inter-token latency and preemptions{0}':
    '在一个实例上逐步调大 --max-num-seqs，盯住 token 间延迟和抢占{0}',
  'Scale on requests waiting as well as on KV usage, which stays low here':
    '扩缩容除了看 KV 使用率，也要看排队请求；这里 KV 使用率一直低',
  'Set --max-num-seqs back if inter-token latency passes its objective':
    '如果 token 间延迟超出目标，把 --max-num-seqs 改回来',
  '; the KV cache has room for {0} mean sequences at full length': '；按完整长度计，KV cache 放得下 {0} 个平均序列',
  'Do requests wait for room in a step (prefill) although KV blocks and slots are free?':
    'KV 块和槽位都有空闲，请求是否仍在等 step 里的余量（prefill）？',
  'compare prompt tokens/s with an hour ago: fewer with a queue means slower engines, not more demand':
    '把提示词 token/s 与一小时前对比：变少且有排队，说明引擎变慢，而不是需求变多',
  'Prompts come faster than {0} can read them: requests wait for prefill while KV cache and slots are free.':
    '提示词到来的速度超过 {0} 的读取速度：请求在等 prefill，而 KV cache 和槽位有空闲。',
  'Shed or limit by prompt tokens at the gateway, batch clients first':
    '在网关按提示词 token 丢弃或限流，先从批处理客户端开始',
  'Find who sends the prompt tokens: by client at the gateway, now against an hour ago':
    '找出谁在发这些提示词 token：网关上按客户端看，现在对比一小时前',
  'Raise --max-num-batched-tokens on one instance, if inter-token latency leaves room':
    '如果 token 间延迟还有余量，在一个实例上调大 --max-num-batched-tokens',
  'Scale on requests waiting and on prompt tokens/s: KV usage stays low here and never fires':
    '扩缩容看排队请求和提示词 token/s：这里 KV 使用率一直低，永远不会触发',
  'Share prompt heads, so that the prefix cache reads them': '让提示词共用开头，好让前缀缓存命中',
}
