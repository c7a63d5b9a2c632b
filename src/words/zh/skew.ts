/** Load that one instance gets. */
export const SKEW: Readonly<Record<string, string>> = {
  'Are the instances even, but the engines inside one are not?': '是否实例之间均衡，而某个实例内的引擎不均衡？',
  "compare the gateway's request rate by upstream": '按上游对比网关的请求速率',
  'compare vllm:num_requests_waiting by instance and engine': '按实例和引擎对比 vllm:num_requests_waiting',
  'One engine': '某个引擎',
  '{0} takes far more than its share of the load, and requests wait there: the data-parallel ranks of one server are unevenly loaded.':
    '{0} 承担的负载远超均摊份额，请求在那里排队：同一 server 的各 DP rank 负载不均。',
  'Check whether long sessions or one key stick to that rank': '检查是否有长会话或某个 key 固定在该 rank',
  'Spread over ranks outside: --data-parallel-external-lb behind a least-loaded balancer':
    '在外部分摊到各 rank：--data-parallel-external-lb，前面用最小负载的负载均衡器',
  'Alert on vllm:num_requests_waiting max/mean by engine': '按引擎对 vllm:num_requests_waiting 的 max/mean 告警',
  '{0}; {1}.': '{0}；{1}。',
  'Does the balancer send it there whoever asks, or has it taken the peers out?':
    '负载均衡器是否不论谁请求都往那里发，或已摘除同组实例？',
  'does the load move with the prompts (a prefix key)? Send a prompt that nobody sends and see where it goes':
    '负载是否跟着提示词走（前缀 key）？发一个没人发过的提示词，看它去哪里',
  "each client's requests by upstream in the gateway's log: do all of them go to the hot instance alike?":
    '在网关日志里按上游看每个客户端的请求：是否都同样去了热点实例？',
  '{0} clients alike are sent there, so it is the balancer and no client, session or key':
    '{0} 个客户端的请求都同样发往那里，所以是负载均衡器的问题，与客户端、会话或 key 无关',
  'the gateway has taken peers out, and the load of those falls on it': '网关摘除了同组实例，其负载落到它身上',
  'Which is it: weights, a check that takes peers out, a counter of a least-busy policy, or a Service address with kept connections? The first shows in the configuration, the second in the health of the upstreams':
    '是哪一种：权重、摘除同组实例的健康检查、least-busy 策略的计数，还是走 Service 地址的长连接？第一种看配置，第二种看上游的健康状态',
  'Go back to random or round robin with equal weights, watch the shares for ten minutes':
    '切回 random 或均等权重的 round robin，盯十分钟份额',
  'Does the load follow a session, a key or a prefix?': '负载是否跟着会话、key 或前缀走？',
  "each client's requests by upstream in the gateway's log: some alone keep to the hot instance where it follows a session or key; what follows a connection moves when the client connects anew":
    '在网关日志里按上游看每个客户端的请求：只有部分客户端固定在热点实例，就是跟着会话或 key；跟着连接的，客户端重连后就会换实例',
  "each client's requests by upstream, and the prefix cache hit ratio by instance":
    '按上游看每个客户端的请求，按实例看前缀缓存命中率',
  'its prefix cache hits by far best, so the router may follow a prefix':
    '其前缀缓存命中率远高于其他实例，router 可能按前缀转发',
  'the balancer keeps {0} there and spreads the others': '负载均衡器把 {0} 固定在那里，其余则分散',
  '{0}, which is kept there, sends {1} of all requests': '固定在那里的 {0} 占全部请求的 {1}',
  'Give the affinity a term for load: a router that scores prefixes less the load of who owns them, or consistent hashing with bounded loads':
    '让亲和性计入负载：按前缀得分减去持有者负载来路由，或用有界负载的一致性哈希',
  'Or let the hot session or key go: a cookie or key for each user instead of one for a team':
    '或拆散热点会话或 key：每个用户一个 cookie 或 key，而不是整个团队共用一个',
  'Does one instance get far more than its share of the arrivals, or of their tokens?':
    '是否有一个实例承担的到达量或 token 远超自己的份额？',
  "compare the instances' queue times: sum(rate(vllm:request_queue_time_seconds_sum[5m])) by (instance)":
    '对比各实例的排队时间：sum(rate(vllm:request_queue_time_seconds_sum[5m])) by (instance)',
  'adding instances does nothing while the balancer sends the load to one':
    '只要负载均衡器还把负载压到一个实例，加实例没有用',
  'the hot instance': '热点实例',
  'Send new requests elsewhere: lower the weight of {0} at the gateway, or switch to least-loaded':
    '把新请求引到别处：在网关调低 {0} 的权重，或切到 least-loaded',
  "Check the gateway's health checks of the peers: an ejected or flapping peer makes the rest hot":
    '检查网关对同组实例的健康检查：有同组实例被摘除或反复上下线，其余的就会变热',
  'Mend the health check or the policy, go back to equal weights, watch the shares for ten minutes':
    '修好健康检查或策略，恢复均等权重，盯十分钟份额',
  'Does the load follow a connection (keep-alive), a session or prefix key (affinity), or the clock?':
    '负载跟着什么走：连接（keep-alive）、会话或前缀 key（亲和性），还是时间？',
  'Alert on arrivals max/mean > 2 for 5 minutes': '告警条件：到达量 max/mean > 2 持续 5 分钟',
  'Limit each client key, and give long-document batches a pool of their own':
    '按客户端 key 限流，长文档批处理任务单独用一个资源池',
  "Restore the gateway's weights and policy as they were": '把网关的权重和策略恢复原样',
  'Find who talks to {0}: its access log, by client; limit the top one at the gateway':
    '查是谁在访问 {0}：按客户端看它的访问日志；在网关对最大的那个限流',
  'One instance gets far more than its share of the load': '有一个实例承担的负载远超自己的份额',
  arrivals: '到达量',
  'all tokens, though not of arrivals': '全部 token（到达量并不偏高）',
  '{0} takes {1} of {2} (fair share {3}): {4}, {5}': '{0} 占{2}的 {1}（均摊份额 {3}）：{4}，{5}',
  '{0} requests wait there': '那里有 {0} 个请求排队',
  'requests wait there': '那里有请求排队',
  '{0} requests waited there in the mean{1}': '那里平均有 {0} 个请求排队{1}',
  ', none at this moment': '（此刻没有）',
  'none on {0} of its {1} peers': '{1} 个同组实例中有 {0} 个没有排队',
  'none on its peer': '同组的另一个实例没有排队',
  'none on its {0} peers': '同组的 {0} 个实例都没有排队',
  'KV cache by instance: not read': '各实例的 KV cache：没读到',
  'KV cache {0} on {1}, {2} on the others': 'KV cache 在 {1} 上为 {0}，其余为 {2}',
  'Does one instance get far more than its share of the arrivals, and nothing tells whether requests wait there?':
    '是否有一个实例承担的到达量远超自己的份额，却无从得知那里是否有请求排队？',
  'sum by (instance) (vllm:num_requests_waiting): do requests wait there, and on the others none?':
    'sum by (instance) (vllm:num_requests_waiting)：那里有请求排队，而其他实例没有吗？',
  'One instance gets far more than its share of the arrivals.': '有一个实例承担的到达量远超自己的份额。',
  '{0} takes {1} of arrivals (fair share {2}); whether requests wait there I could not read.':
    '{0} 占到达量的 {1}（均摊份额 {2}）；那里是否有请求排队，没读到。',
  'Do requests wait there, and on its peers none?': '那里有请求排队，而同组实例没有吗？',
  'Why does the gateway prefer {0}? Its policy, its checks of the peers':
    '网关为什么偏向 {0}？查网关的策略，以及对同组实例的检查',
  it: '该实例',
  'If they do, switch the router to random or least-loaded and watch the shares':
    '如果是，把 router 切到 random 或 least-loaded，盯住份额',
  "Restore the gateway's policy as it was": '把网关的策略恢复原样',
}
