/** The gateway, and what is outside the engines. */
export const GATEWAY: Readonly<Record<string, string>> = {
  "Does one client give up at one age, while others' requests go through?":
    '是否有一个客户端总在同一时长放弃，而其他客户端的请求能完成？',
  'status of what failed: 499 is the client, 504 the gateway': '失败请求的状态码：499 是客户端，504 是网关',
  'durations and clients of the requests that were given up, in the access log': '访问日志中被放弃的请求的时长和客户端',
  "{0} gives up before the engines answer: {1}, and others' requests go through.":
    '{0} 在引擎响应前就放弃：{1}，而其他客户端的请求能完成。',
  'Read the timeout of {0}, and of what sends for it: it is the age at which its requests fail':
    '查看 {0} 及替它发送的组件的超时：就是其请求失败时的时长',
  'Raise it above the time that its longest prompts take to the first token': '把它调到大于其最长提示词的首 token 时间',
  'Ask callers to stream, so that they see that work goes on': '让调用方改用流式，以便看到处理仍在进行',
  'One client': '某个客户端',
  'about {0}': '约 {0}',
  'Does the gateway go on sending requests to an instance that is missing?': '网关是否仍在向已缺失的实例发送请求？',
  "errors by upstream in the gateway's log: are they all of that instance?":
    '按上游查看网关日志中的错误：是否都来自该实例？',
  "errors by upstream in the gateway's log": '按上游查看网关日志中的错误',
  "The gateway still sends requests to {0}, {1}: {2} of the gateway's answers are 5xx.":
    '网关仍在向 {0} 发送请求，{1}：网关响应中 {2} 为 5xx。',
  'which is missing': '而该实例已缺失',
  'which are missing': '而这些实例已缺失',
  "Take {0} out of the gateway's upstreams": '把 {0} 从网关的上游中摘除',
  'Are health checks on? A target without checks counts as healthy': '健康检查开了吗？没有检查的目标会被视为健康',
  'Let the gateway try another upstream on a refused connection, once': '连接被拒绝时，让网关换一个上游重试一次',
  'Turn on active health checks for every upstream': '为所有上游开启主动健康检查',
  'Put the instance back when it serves': '恢复服务后把实例放回',
  'Does a hop before the engines time out first?': '引擎之前是否有某一跳先超时？',
  'failures by client in the access log: all of one client are its own timeout, of all clients that of a hop':
    '访问日志中按客户端统计失败：全属一个客户端是它自己的超时，所有客户端都有则是某一跳的超时',
  'durations of the failed requests: do they lie within a second of one number?':
    '失败请求的时长：是否都集中在某个数的一秒之内？',
  "The gateway's patience ends before the engines answer: {0}.": '网关在引擎响应前就超时：{0}。',
  'Which hop is it? The durations of failed requests lie at its timeout: 30, 60, 100, 120, 300, 600 or 900 s':
    '是哪一跳？失败请求的时长就是它的超时：30、60、100、120、300、600 或 900 s',
  'By upstream: do the 504s come from one? Then it is that instance, and no timeout':
    '按上游看：504 是否都来自一个？那就是该实例的问题，不是超时设置',
  'If they come from all and nobody waits in the engines, raise that timeout: proxy-read-timeout in ingress-nginx':
    '如果来自所有上游且引擎中无排队，调大该超时：ingress-nginx 中是 proxy-read-timeout',
  'Order the timeouts: each outer hop waits longer than the next inner one': '理顺各跳超时：外层都要比内层等得更久',
  'Stream, so that a byte comes before a read timeout does': '改用流式，让首字节在读超时之前到达',
  'Restore the timeout': '恢复原超时',
  'Has the gateway started anew, and requests fail or stay away?': '网关是否重启过，且有请求失败或没有到达？',
  "does anybody miss an answer? 5xx in the gateway's log since its start":
    '有人没收到响应吗？查看网关日志中启动以来的 5xx',
  'kubectl get pods of the gateway: do RESTARTS grow?': 'kubectl get pods 查看网关：RESTARTS 是否在增加？',
  'The gateway has started anew ({0}), and requests fail or stay away.': '网关重启过（{0}），且有请求失败或没有到达。',
  'Why did it stop? Out of memory, a probe, or a rollout': '为什么停的？内存不足、探针，还是滚动发布',
  'Undo its last change if the first start lies at it': '如果首次重启正好在最近一次变更时，回滚该变更',
  'Run at least two, and drain one before it stops: streams live for minutes':
    '至少运行两个，停止前先排空：流式连接会持续几分钟',
  'Have the processes of the gateway no CPU left, while clients wait there?':
    '网关进程是否已没有空余 CPU，而客户端在那里等待？',
  "compare the gateway's request_time with its upstream_response_time in the access log":
    '对比访问日志中网关的 request_time 与 upstream_response_time',
  'top of the gateway: does each worker use a whole core?': '对网关执行 top：每个 worker 是否占满一整个核？',
  'The gateway has no CPU left ({0}) and holds requests up; the engines are as before.':
    '网关没有空余 CPU（{0}），拖慢了请求；引擎与此前一样。',
  'Add replicas or workers to the gateway': '给网关增加副本或 worker',
  'What costs it so much? Big bodies, TLS, filters': '什么让它开销这么大？大请求体、TLS、过滤器',
  'Raise its CPU limit; take expensive filters and body rewriting off this route':
    '调高其 CPU limit；在该路由上去掉开销大的过滤器和请求体改写',
  'Measure what one worker carries, and alert below it': '测出单个 worker 能承载多少，把告警阈值设在其下',
  '> {0} and {1} later than at the engines': '比引擎侧晚 > {0} 且 > {1}',
  "look at this fleet's route alone: the gateway seems to serve others, too":
    '只看该机群的路由：网关似乎还在服务其他机群',
  'Do the tokens come one by one, or in lumps? Straight to an instance, then through the gateway':
    'token 是逐个到达，还是成批到达？先直连实例，再经网关',
  'Turn the buffering of answers off on that route: proxy_buffering off, or X-Accel-Buffering: no':
    '在该路由上关闭响应缓冲：proxy_buffering off，或 X-Accel-Buffering: no',
  'Alert on time to first token at the gateway less that of the engines': '对网关的首 token 时间减去引擎的差值设告警',
  'Turn the buffering on again': '重新开启缓冲',
  '{0} at the gateway and after {1} at the engines': '网关侧为 {0}，引擎侧为 {1}',
  'Does the first token come late at the gateway, while whole answers take no longer there?':
    '首 token 在网关侧是否偏晚，而完整响应在那里并未变慢？',
  "compare whole answers: the gateway's latency beside vllm:e2e_request_latency_seconds":
    '对比完整响应：网关延迟对照 vllm:e2e_request_latency_seconds',
  'curl -N through the gateway: do tokens come one by one, or in lumps?':
    '经网关执行 curl -N：token 是逐个到达，还是成批到达？',
  'The gateway holds streams back: the first token comes after {0}, and whole answers take no longer.':
    '网关扣住了流式输出：首 token 时间在{0}，而完整响应并未变慢。',
  'The time to the first token is lost outside the engines: it comes after {0}.': '首 token 的时间耗在引擎之外：{0}。',
  'Does the first token come much later at the gateway than at the engines?': '首 token 到达网关是否比引擎侧晚得多？',
  'Does the gateway refuse requests at a limit of its own?': '网关是否因自身上限拒绝请求？',
  'increase(envoy_cluster_upstream_rq_pending_overflow[5m]), or UO among the response flags of its access log':
    'increase(envoy_cluster_upstream_rq_pending_overflow[5m])，或其访问日志 response flags 中的 UO',
  'The gateway refuses requests at a limit of its own, though the engines have room: {0}.':
    '网关因自身上限拒绝请求，而引擎还有余量：{0}。',
  'Which limit is it? max_connections, max_pending_requests, max_requests or streams, by cluster':
    '是哪个上限？按 cluster 查看 max_connections、max_pending_requests、max_requests 或 streams',
  'Raise that limit above what is in flight at the peak, or add replicas of the gateway':
    '把该上限调到高于峰值的在途请求数，或增加网关副本',
  'Alert on the overflow; answers last minutes here, so more are open than of a usual API':
    '对 overflow 设告警；这里一个响应要持续几分钟，在途请求比普通 API 多',
  'Set the limit back': '把上限改回去',
  'Do callers give up more often than before, although the engines are as fast?':
    '引擎速度没变，调用方放弃请求是否比此前更频繁？',
  'ages of the requests that were given up, in the access log: do they lie at one number?':
    '访问日志中被放弃请求的时长：是否集中在同一个数？',
  'Callers give up more requests than before: {0}.': '调用方放弃的请求比此前多：{0}。',
  'a release of vLLM may not count a client that left: the true number may be higher':
    '某些 vLLM 版本可能不统计已断开的客户端：真实数字可能更高',
  'Ages of the requests that were given up: all at one number are a timeout of the client or of a hop':
    '被放弃请求的时长：集中在同一个数，就是客户端或某一跳的超时',
  'One client or all? Group them by key or address': '是一个客户端还是全部？按 key 或地址分组',
  "Raise that client's timeout above the time that its longest prompts take to the first token":
    '把该客户端的超时调到大于其最长提示词的首 token 时间',
  'Does the gateway answer with errors that no engine explains?': '网关是否返回了引擎无法解释的错误？',
  "errors by upstream and reason in the gateway's log": '网关日志中按上游和原因统计的错误',
  'The gateway fails requests though the engines are there: {0}.': '引擎都在，网关却让请求失败：{0}。',
  "Reasons and durations of the 5xx in the gateway's log: refused, reset, no upstream; at once, and more of them at low traffic, is a connection that the server had closed":
    '网关日志中 5xx 的原因和时长：refused、reset、no upstream；如果立即失败且低流量时更多，就是 server 已关闭的连接',
  'Straight to an instance: is it well?': '直连一个实例：是否正常？',
  'Keep idle connections at the proxy for less time than vLLM does (5 s unless told otherwise)':
    '代理保持空闲连接的时间要短于 vLLM（未另行设置时为 5 s）',
  '≥ {0} beside the three stages': '三个阶段之外 ≥ {0}',
  '> {0} and {1} longer than the engines': '比引擎多 > {0} 且 > {1}',
  "compare the engines' end-to-end latency with an hour ago": '把引擎的端到端延迟与一小时前对比',
  'look at the CPU of the API server: is one core at 100 %?': '查看 API server 的 CPU：是否有一个核达到 100 %？',
  'send a one-token request to each instance': '给每个实例发一个单 token 请求',
  "look at Prometheus' /targets: is every vLLM target up?": '查看 Prometheus 的 /targets：是否所有 vLLM 目标都在线？',
  'Is it outside the engines: clients wait longer at the gateway than the engines take?':
    '是否在引擎之外：客户端在网关的等待长于引擎的耗时？',
  "has it always taken so long? compare the gateway's latency with an hour ago":
    '是否一直这么久？把网关延迟与一小时前对比',
  "compare the gateway's latency with vllm:e2e_request_latency_seconds":
    '对比网关延迟与 vllm:e2e_request_latency_seconds',
  'The time is lost outside the engines: {0} between gateway and engine; end to end inside takes {1}.':
    '时间耗在引擎之外：网关与引擎之间 {0}；引擎内端到端 {1}。',
  "Look at the gateway's CPU, workers and connection limits": '检查网关的 CPU、worker 和连接数上限',
  'Compare its upstream time with its own: upstream high points at the network or at slow clients':
    '对比其上游耗时与自身耗时：上游耗时高，指向网络或慢客户端',
  'Scale or restart the gateway; undo its last change': '扩容或重启网关；回滚它最近的变更',
  'Alert on gateway latency less engine latency': '对网关延迟减去引擎延迟的差值设告警',
  '{0} (was {1})': '{0}（此前 {1}）',
  'Has the gateway taken servers out that all answer?': '网关是否摘除了其实都有响应的后端？',
  'ask each directly: curl -m 5 -sS <instance>/health': '逐个直接请求：curl -m 5 -sS <instance>/health',
  'send a one-token request to each instance: an engine that hangs is taken out rightly':
    '给每个实例发一个单 token 请求：卡死的引擎被摘除是对的',
  "curl -s <envoy>:9901/clusters | grep health_flags: which are out, and of this fleet's cluster?":
    'curl -s <envoy>:9901/clusters | grep health_flags：哪些被摘除了，是不是本机群对应的 cluster？',
  'curl -s <envoy>:9901/clusters | grep health_flags, beside /health of each instance':
    'curl -s <envoy>:9901/clusters | grep health_flags，对照每个实例的 /health',
  'The gateway has taken servers out, though every instance answers: {0}.': '网关摘除了后端，但每个实例都有响应：{0}。',
  'Which are out, and why?': '哪些被摘除了，为什么？',
  "What does its check get from a good instance? Ask as it does, without the callers' key: HTTP 401 is no illness":
    '它的健康检查从一个正常实例得到什么？照它的方式请求，不带调用方的 key：HTTP 401 不代表实例不健康',
  'Let the check ask /health, which needs no key, or give it one; allow three misses':
    '让健康检查请求 /health（不需要 key），或给它配上 key；允许失败三次',
  'Alert on healthy servers against instances up': '对健康后端数与在线实例数之差设告警',
  'Put the check back as it was': '把健康检查恢复原样',
  'Do requests fail at once, now and then, on instances that are all well?': '实例都正常，是否不时有请求立即失败？',
  'most requests fail: what refuses them? The status and the reason in the access log':
    '大多数请求失败：是谁在拒绝？看访问日志里的状态码和原因',
  'has an instance started since? process_start_time_seconds by instance':
    '此后有实例启动过吗？按实例查看 process_start_time_seconds',
  'the reason beside the 5xx in the log of the gateway: overflow, no healthy server, or reset?':
    '网关日志里 5xx 旁的原因：overflow、没有健康后端，还是 reset？',
  'do failures come in the busy minutes, or in the quiet ones?': '失败出现在繁忙的时段，还是空闲的时段？',
  'durations of the 502s in the access log: near 0, with an upstream, and more of them at low traffic? `tail -f access.log | grep " 502 "`':
    '访问日志里 502 的时长：是否接近 0、带有上游，且低流量时更多？`tail -f access.log | grep " 502 "`',
  '{0} on instances that are all well: the server closes connections that the proxy still takes for open.':
    '实例都正常，但{0}：server 关闭了代理仍以为打开着的连接。',
  'vLLM closes a connection that brings no request for a while (5 s unless told otherwise)':
    'vLLM 会关闭空闲一段时间的连接（默认 5 s）',
  'Compare the two patiences: VLLM_HTTP_TIMEOUT_KEEP_ALIVE (5 s unless set) and how long the proxy keeps idle connections':
    '对比两个超时：VLLM_HTTP_TIMEOUT_KEEP_ALIVE（默认 5 s）与代理保留空闲连接的时间',
  'Straight to an instance: none may fail': '直连一个实例：不应有失败',
  'Let the server wait longer than the proxy (`VLLM_HTTP_TIMEOUT_KEEP_ALIVE=120`), or the proxy keep idle connections for less than the server does':
    '让服务端比代理等得更久（`VLLM_HTTP_TIMEOUT_KEEP_ALIVE=120`），或让代理保留空闲连接的时间短于服务端',
  'Order the patiences of all hops: each server keeps connections longer than who calls it':
    '理顺各跳的 keep-alive 超时：每个 server 保留连接的时间都长于其调用方',
  'Restore the setting': '恢复原设置',
  'Requests fail at once': '有请求立即失败',
  '{0} of {1} failed requests ended at once': '{1} 个失败请求中有 {0} 个是立即失败',
  'Are requests sent again and again, so that the engines get more than was asked?':
    '请求是否被反复发送，引擎收到的比实际请求的多？',
  'does the gateway say that it sends again? Retries in its metrics, or several upstreams in one line of its access log':
    '网关是否显示它在重发？看它的重试指标，或访问日志里一行有多个上游',
  'which instance was the first that was slow or silent, before the requests became more?':
    '请求变多之前，最先变慢或没有响应的是哪个实例？',
  'requests at the engines over requests at the gateway, now and an hour ago':
    '引擎侧请求数除以网关侧请求数，现在和一小时前',
  'Requests are sent again: {0}. The retries are load of their own.': '请求被重复发送：{0}。重试本身就是额外负载。',
  "Set the gateway's retries to 0 on timeouts: proxy_next_upstream off, or retries: 0":
    '把网关的超时重试设为 0：proxy_next_upstream off，或 retries: 0',
  'Find the first instance that was slow or silent before the requests became more':
    '找出请求变多之前最先变慢或没有响应的实例',
  'Who retries: the gateway or a client library? Look for the same prompt length again and again':
    '谁在重试：网关还是客户端库？找反复出现的相同提示词长度',
  'Retry only before a byte was sent, and within a budget of a tenth of all requests':
    '只在尚未发出任何字节时重试，且预算不超过全部请求的十分之一',
  "Restore the gateway's retries": '恢复网关的重试',
  'access logs hold {0} tries for a request (was {1})': '访问日志显示每个请求尝试 {0} 次（此前 {1} 次）',
  'the engines get {0} requests for each at the gateway (was {1})':
    '网关每收到一个请求，引擎收到 {0} 个（此前 {1} 个）',
  'Has traffic stopped reaching the fleet?': '流量是否已到不了机群？',
  'send a request through the gateway, and one directly to an instance': '经网关发一个请求，再直接向一个实例发一个',
  'Requests have stopped coming: nothing runs and nothing waits, and that was not so before.':
    '请求已停止到达：没有运行，也没有排队，而之前不是这样。',
  'Does a request get through the gateway?': '请求能通过网关吗？',
  'Look at DNS, certificates and the routes of the gateway, and at what the callers say':
    '查 DNS、证书和网关的路由，并问调用方看到了什么',
}
