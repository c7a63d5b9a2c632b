/** The API server. */
export const FRONTEND: Readonly<Record<string, string>> = {
  'Has the API server no core left, while far fewer requests end and nobody waits in the engine?':
    'API server 是否没有空余 CPU 核，同时完成量大幅减少，而引擎中无人排队？',
  'do as many requests come as before? The request rate at the gateway, or connections that are open':
    '到达的请求是否和此前一样多？看网关请求速率，或打开的连接数',
  'py-spy top --pid <APIServer>, beside requests a second at the gateway':
    'py-spy top --pid <APIServer>，对照网关每秒请求数',
  'The API server of {0} has no core left and lets fewer requests through; nobody waits in the engine.':
    '{0} 的 API server 没有空余 CPU 核，放行的请求变少；引擎中无人排队。',
  'The API servers of {0} have no core left and let fewer requests through; nobody waits in the engines.':
    '{0} 的 API server 没有空余 CPU 核，放行的请求变少；引擎中无人排队。',
  'What holds its core: images, long prompts, large bodies?': '是什么占着它的核：图片、长提示词，还是大请求体？',
  'Do as many requests come as before? Compare with the gateway': '到达的请求是否和此前一样多？与网关对比',
  'Run more API servers (--api-server-count) or replicas; more threads share one lock':
    '运行更多 API server (--api-server-count) 或副本；更多线程共享同一把锁',
  'Is the event loop of an API server blocked: it has no core left, or answers scrapes late while its engine steps?':
    'API server 的事件循环是否阻塞：没有空余 CPU 核，或引擎仍在推进，而抓取响应变慢？',
  'vllm:num_requests_waiting by instance': '按实例查看 vllm:num_requests_waiting',
  'does the API server use one core whole, and did not before? py-spy top --pid <APIServer>':
    'API server 是否占满一整个核，而此前没有？py-spy top --pid <APIServer>',
  'scrapes of most are late at once: is it Prometheus or the network between? Time one by hand':
    '大多数实例同时抓取变慢：是 Prometheus 还是中间网络？手动计时一次',
  'scrape_duration_seconds of the instance, and py-spy top --pid <APIServer>':
    '实例的 scrape_duration_seconds，以及 py-spy top --pid <APIServer>',
  'What holds the loop?': '是什么占住了事件循环？',
  "Don't restart it on a probe: it is busy, not dead": '不要因为探针失败就重启它：它是忙，不是死',
  'Limit the size of bodies at the gateway; give probes 30 s': '在网关限制请求体大小；探针超时给 30 s',
  'Run more API servers: --api-server-count': '运行更多 API server：--api-server-count',
  'Alert on scrape_duration_seconds of the vLLM targets': '对 vLLM 目标的 scrape_duration_seconds 设告警',
  "Is it the API server: end to end grew, and queue, prefill and decode don't explain it?":
    '是不是 API server：端到端延迟变长，而排队、prefill 和 decode 都解释不了？',
  'compare e2e_request_latency with queue + prefill + decode times':
    '对比 e2e_request_latency 与排队 + prefill + decode 时间之和',
  "The API server holds each request for {0} (was {1}); queue, prefill and decode don't explain what grew.":
    'API server 让每个请求停留 {0}（此前 {1}）；排队、prefill 和 decode 解释不了这部分增长。',
  'Is one core of the API server at 100 %?': 'API server 是否有一个核达到 100 %？',
  'Look for very long prompts, images or big bodies: tokenising them blocks the event loop':
    '查找超长提示词、图片或大请求体：对它们做 tokenize 会阻塞事件循环',
  'Free cores on the host of {0}: neighbours, OMP_NUM_THREADS, CPU limits':
    '在 {0} 的主机上腾出 CPU 核：邻居、OMP_NUM_THREADS、CPU limit',
  'Limit body size at the gateway; alert on end to end less the three stages':
    '在网关限制请求体大小；对端到端延迟减去三个阶段的差值设告警',
  'Do more images, sounds or videos hold the API server up?': '是否因为图片、音频、视频变多，API server 被拖住？',
  'is it images that keep the core busy? py-spy top --pid <APIServer>':
    '让这个核忙的是图片吗？py-spy top --pid <APIServer>',
  'rate(vllm:mm_cache_queries_total[5m]) beside the CPU of the API server':
    'rate(vllm:mm_cache_queries_total[5m])，对照 API server 的 CPU',
  'Preparing images, sounds or videos holds requests up before the engine: {0}.':
    '请求在到达引擎前被图片、音频、视频的预处理拖住：{0}。',
  'Limit requests with images at the gateway until it keeps up': '在网关对带图片的请求限流，直到它跟得上',
  'Run more API servers or replicas: --api-server-count': '增加 API server 或副本：--api-server-count',
  'Is the cache for processed media on? Repeated images then cost nothing':
    '已处理媒体的缓存开了吗？开了之后重复的图片不再有开销',
  'Scale images down before they are sent, or prepare them in a service of their own':
    '发送前先缩小图片，或放到单独的服务里做预处理',
  "Restore the gateway's limits": '恢复网关的限制',
  'The API server of {0} is blocked by its own work; the engine behind it is not what is slow.':
    '{0} 的 API server 被自身工作阻塞；慢的不是其背后的引擎。',
  'The API servers of {0} are blocked by their own work; the engines behind them are not what is slow.':
    '{0} 的 API server 被自身工作阻塞；慢的不是其背后的引擎。',
}
