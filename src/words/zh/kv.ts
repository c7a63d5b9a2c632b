/** The KV cache. */
export const KV: Readonly<Record<string, string>> = {
  'Is the KV cache merely well used: nobody waits and nothing is evicted?':
    'KV cache 是否只是用得充分：没有排队，也没有抢占？',
  'compare the time to the first token with an hour ago': '把首 token 时间与一小时前对比',
  'compare end-to-end latency with an hour ago': '把端到端延迟与一小时前对比',
  'compare inter-token latency with an hour ago': '把 token 间延迟与一小时前对比',
  'vllm:kv_cache_usage_perc beside vllm:num_requests_waiting and preemptions':
    'vllm:kv_cache_usage_perc，对照 vllm:num_requests_waiting 和抢占',
  'No harm: {0}, but nobody waits, nothing is evicted and latency is no worse than before.':
    '无影响：{0}，但没有排队，没有抢占，延迟也不比之前差。',
  'Watch requests waiting and preemptions: they are what would make this a problem':
    '盯住排队请求和抢占：它们上来了才是问题',
  'Alert on KV usage only together with requests waiting': 'KV 使用率只与排队请求一起设告警',
  'Is the KV cache what they wait for, with slots of the batch left free?':
    'batch 还有空闲槽位，请求等的是不是 KV cache？',
  'compare increases of vllm:num_preemptions_total and vllm:request_success_total':
    '对比 vllm:num_preemptions_total 与 vllm:request_success_total 的增量',
  'compare vllm:num_requests_running with max_num_seqs in the start line of the log, and set `max_num_seqs` of the cluster to it':
    '对比 vllm:num_requests_running 与日志启动行里的 max_num_seqs，并把集群的 `max_num_seqs` 设成它',
  'The KV cache is full on {0}: {1}, and the rest waits for blocks.': '{0} 的 KV cache 已满：{1}，其余在等 KV 块。',
  'no more than {0} requests run on one, of {1} that may': '单实例只能同时运行 {0} 个请求（上限 {1}）',
  'fewer requests run than may': '同时运行的请求数低于上限',
  'Shed or limit by tokens at the gateway, those with the longest prompts first':
    '在网关按 token 丢弃或限流，先从提示词最长的开始',
  'Whose sequences are long? Prompt and output lengths by client': '谁的序列长？按客户端看提示词和输出长度',
  'Give one instance more blocks: --kv-cache-dtype fp8, a smaller --max-model-len, or more GPUs for a model':
    '在一个实例上增加 KV 块：--kv-cache-dtype fp8、更小的 --max-model-len，或给模型更多 GPU',
  'Or add instances; count in how long the model takes to load': '或增加实例；把模型加载时间算进去',
  'send it one short request: an idle engine shows its last usage until it makes a step':
    '给它发一个短请求：空闲引擎会一直显示最后一次的使用率，直到跑出一个 step',
  'Are KV blocks held for decode nodes that did not fetch them?': '是否有 KV 块在为没来取的 decode 节点保留？',
  'vllm:nixl_num_kv_expired_reqs_total and vllm:kv_cache_usage_perc of the prefill nodes':
    'prefill 节点的 vllm:nixl_num_kv_expired_reqs_total 和 vllm:kv_cache_usage_perc',
  '{0}: they come back when the transfer expires.': '{0}：传输过期后这些块会归还。',
  'holds KV blocks that no decode node fetched': '持有没有 decode 节点来取的 KV 块',
  'hold KV blocks that no decode node fetched': '持有没有 decode 节点来取的 KV 块',
  'Look for what ends requests on the decode side: aborts of clients, timeouts of the gateway, NIC errors':
    '查 decode 侧是什么终止了请求：客户端中止、网关超时、NIC 错误',
  'Make the timeouts of clients and gateway longer than the queue of the decode nodes':
    '让客户端和网关的超时长于 decode 节点的排队时间',
  'Start {0} with a shorter abort timeout of its KV connector': '调短 KV connector 的 abort timeout，再启动 {0}',
  'Take a release of the KV connector that tells the prefill side of an abort':
    '换用会把中止通知 prefill 侧的 KV connector 版本',
  'Put the abort timeout back': '把 abort timeout 改回来',
  'Are KV blocks held although nothing runs?': '没有请求在运行，是否仍有 KV 块被占着？',
  'plot vllm:kv_cache_usage_perc over an hour: steps down at the transfer timeout are prefill blocks whose decode gave up, a floor that never falls is a leak':
    '画出最近一小时的 vllm:kv_cache_usage_perc：按传输超时阶梯式下降，是 decode 已放弃的 prefill 块；底部始终不回落，是泄漏',
  'vllm:kv_cache_usage_perc beside vllm:num_requests_running, over an hour':
    '一小时内的 vllm:kv_cache_usage_perc，对照 vllm:num_requests_running',
  '{0}, yet the KV cache there stays full: blocks are held by nobody.':
    '{0}，KV cache 却一直是满的：这些块没有任何请求持有。',
  'runs nothing': '没有运行任何请求',
  'run nothing': '没有运行任何请求',
  'Is it a prefill node whose decode side gave up? Look for expired transfers in its log':
    '它是不是 decode 侧已放弃的 prefill 节点？在日志里查过期的传输',
  'Compare the times of client aborts with the steps of the usage; check the version of the KV connector':
    '对照客户端中止的时间与使用率的台阶；检查 KV connector 的版本',
  'Alert on vllm:kv_cache_usage_perc > 0.5 with nothing running for five minutes':
    '告警条件：vllm:kv_cache_usage_perc > 0.5 且五分钟内没有请求运行',
  'Are requests evicted now and then, and nobody feels it?': '是否只是偶有请求被抢占，没有人受影响？',
  'compare time to first token and end-to-end latency with an hour ago: does anybody feel it?':
    '把首 token 时间和端到端延迟与一小时前对比：有人受影响吗？',
  'increase(vllm:num_preemptions_total[15m]) over increase(vllm:request_success_total[15m])':
    'increase(vllm:num_preemptions_total[15m]) 除以 increase(vllm:request_success_total[15m])',
  'No harm: {0}, and no latency is worse than before.': '无影响：{0}，各项延迟都不比之前差。',
  'Few requests are evicted: {0}; whether anybody waits longer for it I could not read.':
    '少量请求被抢占：{0}；是否有人因此等得更久，没读到。',
  'Watch preemptions per finished request and inter-token latency: together they would make it a problem':
    '盯住每个完成请求的抢占次数和 token 间延迟：两者一起上升才算问题',
  'Alert on preemptions per finished request and not on each one': '对每个完成请求的抢占次数设告警，不要对单次抢占告警',
  'Note it for planning: at its peak the fleet has no KV blocks left': '记入容量规划：峰值时机群已没有空闲 KV 块',
  'Is the KV cache full, and are running requests evicted and computed again?':
    'KV cache 是否已满，运行中请求被抢占后重算？',
  'compare the latency with an hour ago: few evictions are harmless': '把延迟与一小时前对比：少量抢占无害',
  'rate(vllm:num_preemptions_total[5m]) beside vllm:kv_cache_usage_perc':
    'rate(vllm:num_preemptions_total[5m])，对照 vllm:kv_cache_usage_perc',
  'The KV cache is full: running requests are evicted and computed again, so work is done twice.':
    'KV cache 已满：运行中请求被抢占后重算，同样的活干两遍。',
  'Lower concurrency at the gateway until preemptions stop': '在网关降低并发，直到抢占停止',
  'Find who sends the long prompts or asks for long outputs, and cap them first':
    '找出谁在发长提示词或要求长输出，先限制他们',
  'Lower --max-num-seqs so that the batch fits the KV cache{0}': '调低 --max-num-seqs，让 batch 放得进 KV cache{0}',
  'Or make room: --kv-cache-dtype fp8, a shorter --max-model-len, more tensor parallelism':
    '或腾出空间：--kv-cache-dtype fp8、更短的 --max-model-len、更大的张量并行',
  'Admit by tokens at the gateway, not by requests': '网关按 token 数放行，不要按请求数',
  'Alert on preemptions per request': '对每请求抢占次数设告警',
  ': {0} mean sequences do at their full length': '：按完整长度计，放得下 {0} 个平均序列',
}
