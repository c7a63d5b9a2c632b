/** Who sends the load, and how sure that is. */
export const CLIENTS: Readonly<Record<string, string>> = {
  'only gateways are seen': '只看到网关',
  'so few addresses may be gateways': '地址很少，可能是网关',
  'a client can write this name itself': '这个名字可由客户端自己填写',
  'only {0} of {1} have a name': '{1}中只有 {0} 能识别出客户端',
  "how much of the engines' load it is was not read": '未读到其占引擎负载的多少',
  'the source may have answered in part': '数据源可能只返回了一部分',
  'bytes of requests stand in for tokens': '用请求字节数代替 token 数',
  'only requests are counted, and some are little load': '只统计了请求数，而有些请求负载很小',
  'most of its requests fail: it may only send again': '其请求大多失败：可能只是在重发',
  'many may sit behind it: {0} user agents or forwarded addresses':
    '背后可能有多个客户端：{0} 个 user agent 或转发地址',
  'others send as much less: it may be one of them by another name': '其他客户端减少了同样多：可能是其中之一换了名字',
  'so many clients were counted by a sketch': '客户端过多，计数为近似值',
  'that requests wait because it grew is not known': '尚不清楚排队是否由其增长引起',
  'the prompt tokens': '提示词 token',
  'the requests': '请求',
  'requests of which the client is known': '客户端可识别的请求',
  "one client's part of the growth": '单个客户端占增量的比例',
  'load of the other clients, to before': '其他客户端的负载（与此前之比）',
  'part of the load whose client is known': '客户端可识别的负载占比',
  'attempts per request at the engines': '引擎侧每个请求的尝试次数',
  'age at which requests fail': '请求失败时的时长',
  'failures of one client': '单个客户端的失败',
  "part of a client's requests that go there": '客户端发往该处的请求占比',
  'requests that fail at once': '立即失败的请求',
  'part of all requests that fails': '失败请求占全部请求的比例',
  "name the access log of the gateway under the cluster's `access_logs`": '在集群的 `access_logs` 下填写网关的访问日志',
  'the size of a connection pool': '一个连接池的大小',
  '< {0}': '< {0}',
  'Is the ceiling upstream: running stands at a round number, and nobody waits?':
    '上限是否在上游：运行中请求停在一个整数上，且没有排队？',
  'read max_num_seqs in the start line of the log, and set `max_num_seqs` of the cluster to it':
    '从日志的启动行读取 max_num_seqs，把集群的 `max_num_seqs` 设为该值',
  'read vllm:kv_cache_usage_perc: where it is full, the engines have no room':
    '查看 vllm:kv_cache_usage_perc：已满说明引擎没有余量',
  'vllm:num_requests_running over an hour beside --max-num-seqs':
    '最近一小时的 vllm:num_requests_running，对照 --max-num-seqs',
  'the same number of': '同一个数',
  'The engines have room: {0} requests run, never more, and nobody waits. A client or the gateway sends no more at once.':
    '引擎有余量：运行中请求停在{0}，从不更多，且没有排队。是某个客户端或网关没有同时发出更多请求。',
  'Look for that number in the settings of clients and gateway: aiohttp stops at 100, httpx at 100 or 1000':
    '在客户端和网关的配置中查找这个数：aiohttp 上限为 100，httpx 为 100 或 1000',
  'Raise the connection pool of the client, or of the gateway, if more throughput is wanted':
    '如果需要更高吞吐，调大客户端或网关的连接池',
  'Set the pool back if requests begin to wait': '如果请求开始排队，把连接池改回去',
  'Do requests wait since one client sends far more than it did?': '请求排队，是否因为某个客户端的发送量远超此前？',
  'whyslow clients --since 10m --baseline 1h FILE…, on the log of the outermost gateway':
    'whyslow clients --since 10m --baseline 1h FILE…，用最外层网关的日志',
  'requests and tokens of all other clients, now and an hour ago: did they grow as well?':
    '其他所有客户端现在与一小时前的请求数和 token 数：它们也增长了吗？',
  'upstreams in each line of the access log: several are tries of one request':
    '访问日志每行中的上游：出现多个就是同一请求的多次尝试',
  'compare tokens/s with an hour ago: less work done with a queue means slower engines':
    '把 token/s 与一小时前对比：有队列但产出变少，是引擎变慢',
  'requests and tokens by client at the gateway, now and an hour ago':
    '网关上按客户端统计的请求数和 token 数，现在与一小时前',
  'Does it send what it has always sent, only again? Look for failures and several tries of a request':
    '它发的是否还是原来的请求，只是重复发送？查找失败和同一请求的多次尝试',
  'Agree with its owner on a rate, or run it when nobody else does': '与其负责人商定速率，或在没有其他人使用时运行',
  'Limit tokens for each key at the gateway': '在网关按 key 限制 token',
  'Give batch work a pool of its own, or a lower priority': '给批处理任务单独的资源池，或更低的优先级',
  "Lift the client's limit when nobody waits": '没有排队后，解除该客户端的限流',
  'One client sends far more, and requests wait on {0}.': '有一个客户端发送量大增，请求在 {0} 上排队。',
  '{0} sends {1}: since then requests wait on {2}.': '{0} {1}：此后请求在 {2} 上排队。',
  'Requests wait on {0}, and it may be for {1}: it sends {2}.': '请求在 {0} 上排队，可能是 {1} 引起：它{2}。',
  'clients alike send most of their requests there, and some elsewhere':
    '多个客户端都把大部分请求发往那里，少部分发往别处',
  'some clients send ≥ {0} of their requests there, and others are spread evenly':
    '有些客户端 ≥ {0} 的请求发往那里，其余客户端分布均匀',
  "the most of {0} clients'; {1}": '{0} 个客户端中的最大值；{1}',
  'most of the growth, at least twice its own': '占增量的大半，且至少是自身此前的两倍',
  '≥ {0}': '≥ {0}',
  '≤ {0} ×': '≤ {0} ×',
  '≥ {0}, ≥ {1} × as many as before': '≥ {0}，且 ≥ 此前的 {1} 倍',
  'one age': '集中在同一时长',
  '{0} of {1} failures at it': '{1} 次失败中有 {0} 次在此时长',
  'at once': '立即',
  '{0} of {1} failures at once': '{1} 次失败中有 {0} 次是立即失败',
  '≤ {0}': '≤ {0}',
  '≥ {0} of the failures': '≥ 失败总数的 {0}',
  '{0} of tokens': '占 token {0}',
  '{0} of request bytes': '占请求字节 {0}',
  '{0} of requests': '占请求 {0}',
  ', {0} of them to {1}': '，其中 {0} 发往 {1}',
  '{0}{1}: {2}{3}{4}': '{0}{1}：{2}{3}{4}',
  'perhaps ': '可能是 ',
  'not sure of {0}: {1}': '{0} 存疑：{1}',
  '{0} of requests and ': '占请求 {0}、',
  ' (was {0})': '（此前 {0}）',
  ', {0} of the growth': '，占增量 {0}',
  '{0}{1}{2}': '{0}{1}{2}',
  '; names explain {0} of {1}': '；已识别的客户端覆盖{1}的 {0}',
  'who sends it is not seen: {0}': '看不到是谁发的：{0}',
  'To see who sends it: {0}': '要看到是谁发的：{0}',
  'Limit {0} at the gateway, and nobody else': '在网关对 {0} 限流，只限它',
  'Ask whose {0} is, and whether it sends more than it did, before it is limited':
    '限流前先确认 {0} 是谁的、发送量是否比此前多',
  'prompts of {0}': '{0} 的提示词',
  'answers of {0}': '{0} 的回答',
  '{0} are {1} × as long as they were, and {2} of the tokens are its': '{0}长度是此前的 {1} 倍，且占 token 总量的 {2}',
  '{0} of {1} failures in access logs come after {2}': '访问日志中 {1} 次失败有 {0} 次发生在 {2} 时',
}
