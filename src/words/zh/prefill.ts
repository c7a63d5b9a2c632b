/** Prefill, and the prefix cache. */
export const PREFILL: Readonly<Record<string, string>> = {
  'fewer requests come than before: have prompts grown, or have those who sent short ones left? Prompt tokens by client, now against an hour ago':
    '请求比之前少：是提示词变长，还是发送短提示词的客户端离开了？对比各客户端现在与一小时前的提示词 token 数',
  'few requests have finished: a long prompt or two make that mean. Look again over a longer window':
    '完成的请求很少：一两个长提示词就能拉高该均值。请用更长的窗口再看一次',
  'Does no prompt hit the prefix cache because prompts are shorter than one of its blocks?':
    '提示词没有命中前缀缓存，是否因为比缓存的一个块还短？',
  'send one prompt of more than two blocks twice to one instance: the second must hit':
    '向同一实例发两次同一个超过两个块的提示词：第二次必须命中',
  'block_size in vllm:cache_config_info beside the mean of vllm:request_prompt_tokens':
    'vllm:cache_config_info 中的 block_size，对照 vllm:request_prompt_tokens 的平均值',
  'No hits is by design here: prompts have {0} on average, and the prefix cache holds whole blocks of {1}.':
    '此处没有命中属正常：提示词平均 {0}，而前缀缓存只保存 {1} 的整块。',
  'Send one prompt of more than two blocks twice to one instance: a hit shows that the cache works':
    '向同一实例发两次同一个超过两个块的提示词：命中则说明缓存正常',
  'Alert on the hit ratio only where prompts share more than one block':
    '只在提示词共享部分超过一个块时，才对命中率告警',
  'Make what prompts share longer than one block: instructions first, what changes last':
    '让提示词的共享部分超过一个块：指令放最前，变动内容放最后',
  'Or start the model with smaller blocks, where it can': '或用更小的块启动模型（如果支持）',
  'Are prefix cache hits few only because the cache is young or little is asked?':
    '前缀缓存命中少，是否只因为缓存刚建立或请求太少？',
  'send one prompt of more than two blocks twice: the second is a hit where the cache works':
    '发两次同一个超过两个块的提示词：缓存正常则第二次命中',
  'No harm: so little is asked that the hit ratio says nothing ({0}).': '无影响：请求太少，命中率没有意义（{0}）。',
  'No harm: an instance has started and its prefix cache is cold ({0}).':
    '无影响：有实例刚启动，前缀缓存还是冷的（{0}）。',
  'Look again when half an hour has passed since the start': '启动满半小时后再看',
  'If hits stay away, send one prompt of more than two blocks twice, to one instance directly':
    '如果仍不命中，直接向同一实例发两次同一个超过两个块的提示词',
  'Alert on the hit ratio only while many prompt tokens are asked for, and not after a start':
    '只在请求的提示词 token 较多时对命中率告警，且启动后不久不告警',
  'Have the prompts become longer?': '提示词是否变长了？',
  'Prompts are {0} as long as before, and prefill takes {1} as long.':
    '提示词长度是此前的 {0}，prefill 耗时是此前的 {1}。',
  'Find whose prompts grew: prompt tokens by client at the gateway, now against an hour ago':
    '找出谁的提示词变长了：网关上按客户端看提示词 token 数，现在对比一小时前',
  "Limit that client's prompt tokens, or send it to a pool of its own":
    '限制该客户端的提示词 token 数，或把它引到单独的资源池',
  'Trim context in the application; consider --long-prefill-token-threshold':
    '在应用侧裁剪上下文；考虑 --long-prefill-token-threshold',
  'Lift the limit': '解除限流',
  'Does not one token hit the prefix cache, though prompts are longer than two of its blocks?':
    '提示词长于两个前缀缓存块，是否仍没有一个 token 命中？',
  'do prompts begin alike at all? Send one prompt of more than two blocks twice to one instance':
    '提示词的开头到底相不相同？把一个长于两个块的提示词向同一实例发两次',
  'vllm:prefix_cache_hits_total beside queries_total, and the mean of vllm:request_prompt_tokens':
    'vllm:prefix_cache_hits_total，对照 queries_total，以及 vllm:request_prompt_tokens 的均值',
  'Not one token of the prompts ({0}) comes from the prefix cache: if they begin alike, it should.':
    '提示词（{0}）没有一个 token 来自前缀缓存：如果它们开头相同，就应该命中。',
  'Send one prompt of more than two blocks twice to one instance: a second miss is the engine, a hit points at prompts or router':
    '把一个长于两个块的提示词向同一实例发两次：第二次仍未命中是引擎的问题，命中则指向提示词或 router',
  'What changes early in the prompts? A time, an id or a user text in the system prompt':
    '提示词靠前的部分有什么在变？系统提示词里的时间、id 或用户文本',
  'Look whether that release and model are known for it: hybrid and sliding-window models were':
    '查该版本和模型是否有已知问题：混合模型和滑动窗口模型出现过',
  '{0} × apart': '相差 {0} 倍',
  'Do a few steps stall, and are those the steps of more prompt tokens?':
    '是否有少数 step 卡顿，且正是提示词 token 多的那些 step？',
  'rate(vllm:request_prompt_tokens_sum[5m]) / rate(vllm:request_prompt_tokens_count[5m]), and an hour ago':
    'rate(vllm:request_prompt_tokens_sum[5m]) / rate(vllm:request_prompt_tokens_count[5m])，现在和一小时前',
  'compare P99 and median of vllm:inter_token_latency_seconds, and vllm:prompt_tokens_total, with an hour ago':
    '把 vllm:inter_token_latency_seconds 的 P99 和中位数，以及 vllm:prompt_tokens_total 与一小时前对比',
  "Streams stall while long prompts are computed: P99 of a token's time is {0}, its median {1} and no slower than before.":
    '计算长提示词时流式输出卡顿：单 token 时间的 P99 为 {0}，中位数为 {1}，不比之前慢。',
  'Find who sends the long prompts: the gateway by client and prompt tokens':
    '找出谁在发长提示词：网关上按客户端看提示词 token 数',
  'Limit that client, or send its long prompts to instances of their own':
    '对该客户端限流，或把它的长提示词引到单独的实例',
  'Lower --max-num-batched-tokens, or set --long-prefill-token-threshold: shorter steps, longer prefills':
    '调低 --max-num-batched-tokens，或设 --long-prefill-token-threshold：step 变短，prefill 变长',
  'Alert on P99 of inter-token latency, which the mean hides': '对 token 间延迟的 P99 设告警，均值会掩盖它',
  'Prefill on engines of its own, if such prompts are here to stay': '如果这类提示词会长期存在，用单独的引擎做 prefill',
  'Lift the limit of that client': '解除对该客户端的限流',
  'Prefill is what grew, and what I could read does not say why.': '变慢的是 prefill，但读到的数据说明不了原因。',
  'Compare prompt lengths and the prefix cache hit ratio with an hour ago, by client':
    '按客户端把提示词长度和前缀缓存命中率与一小时前对比',
  'send one prompt of more than two blocks twice to one instance: a second hit clears the engine, a second miss convicts it':
    '把一个长于两个块的提示词向同一实例发两次：第二次命中则排除引擎，仍未命中则是引擎的问题',
  "send a session's turns to one instance alone: hits as ever clear the callers and convict the router":
    '把一个会话的各轮只发给一个实例：命中如常，则排除调用方，问题在 router',
  'is the KV cache full? Then blocks are evicted before they are read again: vllm:kv_cache_usage_perc':
    'KV cache 满了吗？满了的话，块在再次被读之前就被淘汰：vllm:kv_cache_usage_perc',
  'The prefix cache hits {0} of prompt tokens (was {1}), {2}.': '前缀缓存只命中 {0} 的提示词 token（此前 {1}），{2}。',
  'Alert on the hit ratio, and keep the head of prompts under test': '对命中率设告警，并对提示词开头做持续测试',
  'Did hits fall with a change of the callers, while no engine changed?':
    '命中率是否随调用方的变更下降，而引擎没有变更？',
  'was it the router that was changed? {0}': '变更的是不是 router？{0}',
  'tell whyslow of releases of callers (POST /events); {0}': '把调用方的发布也告诉 whyslow（POST /events）；{0}',
  'since this was done: {0}. No engine has started within half an hour: the head of its prompts changes':
    '从这次变更开始：{0}。半小时内没有引擎启动过：是其提示词的开头在变',
  'Compare two prompts of that caller: where do they begin to differ? A time, an id or a user’s words at the head':
    '对比该调用方的两个提示词：从哪里开始不同？开头的时间、id 或用户文本',
  'Undo that change of the caller': '回滚调用方的这次变更',
  'Move what changes in each request (time, id, the last message) from the head of the prompt to its tail':
    '把每个请求都变的内容（时间、id、最后一条消息）从提示词开头移到末尾',
  'Did hits fall on the instances that were changed, and on no other?': '命中率是否只在做过变更的实例上下降？',
  'they have just started: does the hit ratio climb within half an hour?': '这些实例刚启动：命中率半小时内会回升吗？',
  'name the instances of a deploy in the event (POST /events); {0}': '在发布事件里写明实例（POST /events）；{0}',
  'on those alone where this was done: {0}': '只在做过这次变更的实例上：{0}',
  'To be sure, {0}': '确认方法：{0}',
  'Roll one of them back, and see whether its hits come back within half an hour':
    '回滚其中一个，看命中率半小时内是否恢复',
  'Roll the others back': '回滚其余实例',
  'Did hits fall on the old instances as well since there are more?': '实例增加后，原有实例的命中率是否也下降了？',
  'also on those that were there before the others came: sessions are spread over more instances than keep them':
    '扩容前就在的实例也一样：会话被分散到更多实例，缓存留不住',
  'Which policy has the router? Random and round robin spread the turns of one session over all instances':
    'router 用的是什么策略？random 和 round robin 会把一个会话的各轮分散到所有实例',
  'Keep sessions, or prefixes, to an instance at the router, with a term for load':
    '让 router 按会话或前缀固定实例，并计入负载',
  counted: '有计数',
  'Do far fewer prompt tokens come from the prefix cache?': '来自前缀缓存的提示词 token 是否大幅减少？',
  'an instance has just started: does the hit ratio climb within half an hour?':
    '有实例刚启动：命中率半小时内会回升吗？',
  'V0 tells the ratio since the start only: has the engine started anew within the hour?':
    'V0 只给出启动以来的命中率：引擎一小时内重启过吗？',
  'The prefix cache hits {0} of prompt tokens (was {1}): what was read from it is computed anew.':
    '前缀缓存只命中 {0} 的提示词 token（此前 {1}）：原来从缓存读的部分现在要重算。',
  'Send one prompt of more than two blocks twice to one instance: a second hit clears the engine and points at callers or router':
    '把一个长于两个块的提示词向同一实例发两次：第二次命中则排除引擎，指向调用方或 router',
  'One client or all? A step at a release of a client is its prompt template, at a rollout the engine':
    '是一个客户端还是全部？跟着客户端发布跳变，是它的提示词模板；跟着引擎发布跳变，是引擎',
  'Move what changes in each request (time, id) from the head of the prompt to its tail':
    '把每个请求都变的内容（时间、id）从提示词开头移到末尾',
  'If it came with an engine rollout, roll that back; if with a router policy, restore affinity':
    '如果随引擎发布出现，回滚该发布；如果随 router 策略出现，恢复亲和性',
  'Alert on the hit ratio, and keep the prompt head under test': '对命中率设告警，并对提示词开头做持续测试',
  'prompts, and no look-up in the prefix cache': '有提示词，但没有前缀缓存查询',
  'counted before': '此前有计数',
  'Is prefix caching off: prompts come, and nothing of them is looked up?':
    '前缀缓存是否关了：有提示词进来，却没有任何查询？',
  'it was off before as well: compare vllm:request_prompt_tokens (sum over count) with an hour ago':
    '若之前就是关的：把 vllm:request_prompt_tokens（sum 除以 count）与一小时前对比',
  'read enable_prefix_caching in vllm:cache_config_info': '看 vllm:cache_config_info 里的 enable_prefix_caching',
  ' (it hit {0} before)': '（此前命中率 {0}）',
  'Prefix caching is off{0}: every prompt is computed whole, also what the last one began with.':
    '前缀缓存已关闭{0}：每个提示词都完整计算，与上一个相同的开头也要重算。',
  'Read the setting: enable_prefix_caching in vllm:cache_config_info, and the start line of the log':
    '看设置：vllm:cache_config_info 里的 enable_prefix_caching，以及日志的启动行',
  'Start one instance without --no-enable-prefix-caching and compare its time to first token':
    '起一个不带 --no-enable-prefix-caching 的实例，对比首 token 时间',
  'Find the change that turned it off: the recipe of a model, a chart, a hybrid model':
    '找出是哪个变更把它关掉的：模型 recipe、chart，还是混合模型',
  'Start it again with the flags of before': '用原来的参数重新启动',
}
