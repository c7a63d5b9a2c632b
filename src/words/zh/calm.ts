/** Fleets that are well or idle, changes, and noise. */
export const CALM: Readonly<Record<string, string>> = {
  'Did latency move with a change that I was told of, at the same load?':
    '负载未变，延迟是否随一次已上报的变更而变化？',
  'compare requests a second with an hour ago': '把每秒请求数与一小时前对比',
  'compare vllm:request_prompt_tokens (sum over count) with an hour ago':
    '把 vllm:request_prompt_tokens（sum 除以 count）与一小时前对比',
  'compare vllm:prefix_cache_hits_total over queries_total with an hour ago':
    '把 vllm:prefix_cache_hits_total 除以 queries_total 与一小时前对比',
  'compare instances on the new version with those on the old; name them in the event (instances)':
    '对比新版本与旧版本的实例；在事件中写明实例（instances）',
  'tell whyslow of deploys (POST /events), and compare latency just before and after':
    '把发布告诉 whyslow (POST /events)，并对比发布前后的延迟',
  '; the load is the same': '；负载未变',
  'Latency moved when this was done: {0}{1}.': '延迟随这次变更而变化：{0}{1}。',
  'a change': '某次变更',
  'all works, yet the first reading under Why is a sign of trouble: look at the log of that instance, and at dmesg -T | grep -i xid':
    '一切仍在工作，但“原因”下的第一个读数是故障迹象：查看该实例的日志，以及 dmesg -T | grep -i xid',
  'Read what was changed': '查看改了什么',
  'Read what was changed: {0}': '查看改了什么：{0}',
  'Hold the rollout, or roll it back on one instance and see whether that one is fast again':
    '暂停发布，或先在一个实例上回滚，看它是否恢复速度',
  'Bisect between the versions, kernel libraries (FlashInfer, NCCL, driver) included':
    '在版本之间二分排查，包括 kernel 库（FlashInfer、NCCL、驱动）',
  'Roll out to one instance first and compare its latency with its peers': '先发布到一个实例，与同组实例对比延迟',
  'Roll forward again once the cause is mended': '原因修复后再重新发布',
  '{0}: {1} ({2} before the change)': '{0}：{1}（变更前 {2}）',
  'tokens are slower than an hour ago where it was done ({0}), and on no instance beside':
    '做过变更的实例（{0}）token 比一小时前慢，其他实例都没有变慢',
  'tokens are not slower only where it was done ({0}): others are too, or those are not':
    'token 变慢的不只是做过变更的实例（{0}）：其他实例也变慢了，或这些实例没有变慢',
  'Does the fleet work, with nobody waiting and latency as before?': '机群是否工作正常：没有排队，延迟与之前一样？',
  'look at waiting, time to first token and end-to-end latency against an hour ago':
    '把排队请求、首 token 时间、端到端延迟与一小时前对比',
  'The engines are healthy: nobody waits, and no latency is worse than before.':
    '引擎健康：没有排队，各项延迟都不比之前差。',
  'If users see slowness all the same, look between them and the gateway': '如果用户仍然觉得慢，查用户与网关之间的环节',
  'Is the fleet idle: nothing runs, nothing waits, no token is made?':
    '机群是否空闲：没有运行，没有排队，没有 token 产出？',
  'vllm:num_requests_running and vllm:num_requests_waiting': 'vllm:num_requests_running 和 vllm:num_requests_waiting',
  'The fleet is idle: nothing runs, nothing waits, and no token is made.':
    '机群空闲：没有运行，没有排队，也没有 token 产出。',
  'If there should be traffic, look at the gateway and at what the callers say':
    '如果本该有流量，查网关，并问调用方看到了什么',
  'Send a one-token request to each instance: once each answers, there is nothing to do':
    '给每个实例发一个单 token 请求：都有响应就不用处理',
  'send a one-token request to each instance: {0}': '给每个实例发一个单 token 请求：{0}',
  'Do GPUs only look busy: nothing runs on the engines?': 'GPU 是否只是看着忙：引擎上没有请求在运行？',
  'nvidia-smi: watts as at rest are a spin; more is work, of another process than these engines':
    'nvidia-smi：功耗与闲置时一样就是空转；更高就是真在干活，来自这些引擎之外的进程',
  'nvidia-smi beside vllm:num_requests_running': 'nvidia-smi，对照 vllm:num_requests_running',
  '{0} with nothing running: the GPUs may only spin while they wait for work.':
    '{0}，而没有请求在运行：GPU 可能只是在等活时空转。',
  'Does a process use a core although nothing runs on the engines?': '引擎上没有请求在运行，是否仍有进程占着一个核？',
  'scrape_duration_seconds of the instance: a blocked event loop answers late':
    '该实例的 scrape_duration_seconds：事件循环阻塞时抓取会变慢',
  'top -H -p <pid>, beside vllm:num_requests_running': 'top -H -p <pid>，对照 vllm:num_requests_running',
  '{0}: the loop may only poll for work.': '{0}：可能只是它的事件循环在轮询等活。',
  'uses a core with nothing running': '没有请求在运行，却占着一个核',
  'use a core with nothing running': '没有请求在运行，却各占着一个核',
  'Does a log only sound alarming: it tells of waiting workers where nothing runs?':
    '日志是否只是看着吓人：没有请求在运行时报 worker 在等待？',
  'does its log tell of a death of the engine, too?': '它的日志里是否也有引擎死亡的记录？',
  'send a one-token request to it: curl -m 20 <instance>/v1/completions …':
    '给它发一个单 token 请求：curl -m 20 <instance>/v1/completions …',
  'its log beside vllm:num_requests_running at that moment': '它的日志，对照当时的 vllm:num_requests_running',
  'By the log of {0} workers do not answer, but nothing runs that they could hold up: that may be noise.':
    '{0} 的日志说 worker 没有响应，但没有运行中的请求可被拖住：可能是噪声。',
  'Alert on that line only while requests run': '只在有请求运行时才对这行日志告警',
  '> {0} of all': '> 总量的 {0}',
  'Is GPU memory full only because vLLM takes it at its start?': 'GPU 显存满，是否只是因为 vLLM 启动时就占下了？',
  'has it been so since the start? nvidia-smi, and DCGM_FI_DEV_FB_USED over a day':
    '启动以来一直如此吗？看 nvidia-smi，以及一天内的 DCGM_FI_DEV_FB_USED',
  'DCGM_FI_DEV_FB_USED over a day, beside vllm:num_requests_running':
    '一天内的 DCGM_FI_DEV_FB_USED，对照 vllm:num_requests_running',
  'The fleet is idle: {0}, which vLLM takes when it starts.': '机群空闲：{0}，这是 vLLM 启动时占下的。',
  'Alert on KV usage together with requests waiting, and not on GPU memory':
    '告警用 KV 使用率加排队请求，不要用 GPU 显存',
  'Alert on it only together with requests running': '只在同时有运行中请求时才对它告警',
  'an alert or another day to compare with': '一条告警，或另一天的数据做对比',
  'an instance has just started: kubectl get pods': '有实例刚启动：kubectl get pods',
  'an instance is scraped, but stays silent when asked directly: curl -m 5 -sS <instance>/health':
    '有实例能被抓取，但直接请求时无响应：curl -m 5 -sS <instance>/health',
  'does an instance answer scrapes late? Send a one-token request to it':
    '是否有实例对抓取响应过慢？给它发一个单 token 请求',
  'an instance answers when asked directly and is scraped by nobody: add it to the targets':
    '有实例直接请求时有响应，但没有被抓取：把它加进抓取目标',
  'a log tells of workers or engines that died or hang: send a one-token request to each instance':
    '日志显示有 worker 或引擎挂掉或卡死：给每个实例发一个单 token 请求',
  'GPUs are busy with nothing running: send a one-token request to each instance':
    '没有运行中请求而 GPU 繁忙：给每个实例发一个单 token 请求',
  'ask again in five minutes: latency has risen a little': '延迟略有上升：五分钟后再问',
  "compare the gateway's latency with the engines'": '对比网关延迟与引擎延迟',
  "fewer requests come than before: look at the gateway's errors": '到达的请求比此前少：检查网关错误',
  'trouble older than an hour looks like the hour before it: compare with yesterday':
    '故障如果已超过一小时，与一小时前比看不出差别：与昨天对比',
  'fewer instances are up than before: were they taken away on purpose? kubectl get pods':
    '在线实例比此前少：是有意缩掉的吗？kubectl get pods',
  'do requests reach the gateway, and no engine? Send one through it': '是否请求到了网关，却没到引擎？经网关发一个请求',
  'what lies before the engines was not read whole: look at the 5xx and 499 of the gateway, and at its time to first token':
    '引擎之前的环节没有读全：查看网关的 5xx 和 499，以及其首 token 时间',
  'send a one-token request to each instance: one has finished nothing, or makes no steps':
    '给每个实例发一个单 token 请求：有一个没有完成任何请求，或没有 step',
  'all of them by name, each with its readings': '全部有名可查，且各有读数',
  'an instance that is up has no readings of its own: look at its /metrics':
    '有实例在线却没有自己的读数：查看它的 /metrics',
}
