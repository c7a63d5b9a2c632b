/** Instances that are down, start, or start again and again. */
export const DOWN: Readonly<Record<string, string>> = {
  'Was an engine put to sleep?': '是否有引擎被置为休眠？',
  'ask the engine itself: curl <instance>/is_sleeping': '直接问引擎：curl <instance>/is_sleeping',
  'does anybody wait for it? compare waiting and time to first token with an hour ago':
    '有人在等它吗？把排队请求和首 token 时间与一小时前对比',
  'curl <instance>/is_sleeping': 'curl <instance>/is_sleeping',
  '{0} sleeps: it was told to by /sleep, and serves nobody until it is woken.':
    '{0} 休眠中：被 /sleep 置为休眠，唤醒前不对外服务。',
  '{0} sleep: they were told to by /sleep, and serve nobody until they are woken.':
    '{0} 休眠中：被 /sleep 置为休眠，唤醒前都不对外服务。',
  'Who put it to sleep? Look for calls of /sleep: a scheduler, a trainer that shares the GPU, a person':
    '谁让它休眠的？查找对 /sleep 的调用：调度器、共用 GPU 的训练任务，或某个人',
  'Wake what should serve: {0}': '如果应对外服务，唤醒它：{0}',
  'Take an engine out of the balancer before it is put to sleep': '让引擎休眠前，先从负载均衡器摘除',
  'Put it to sleep again': '重新让它休眠',
  'Is an instance missing that was scaled away, as somebody told?': '缺失的实例是否是被缩容掉的（有伸缩记录）？',
  "kubectl get events --sort-by=.lastTimestamp | grep -iE 'scal|kill'; a crash has a last state and an exit code":
    "kubectl get events --sort-by=.lastTimestamp | grep -iE 'scal|kill'；崩溃会留下 last state 和退出码",
  "kubectl get events --sort-by=.lastTimestamp | grep -iE 'scal|kill'":
    "kubectl get events --sort-by=.lastTimestamp | grep -iE 'scal|kill'",
  '{0}, and the fleet was scaled just before: {1}.': '{0}，而机群在此之前刚伸缩过：{1}。',
  'does not answer': '无响应',
  'do not answer': '无响应',
  'nobody says how': '没有说明怎么伸缩的',
  'Who deleted it, and why?': '谁删的，为什么？',
  'If it was needed, hold the autoscaler: set minReplicas to what runs now':
    '如果还需要它，先稳住自动伸缩：把 minReplicas 设为当前运行数',
  'Make its cooldown longer than a start takes, weights and compile included':
    '让冷却时间长于一次启动所需的时间（含加载权重和编译）',
  'Scale on requests that wait, and take none away that has not served yet':
    '按排队请求数伸缩，不要缩掉还没开始服务的实例',
  'Put minReplicas and the cooldown back': '恢复 minReplicas 和冷却时间',
  'kubectl logs <pod> --previous --tail=200; kubectl describe pod <pod>':
    'kubectl logs <pod> --previous --tail=200; kubectl describe pod <pod>',
  'df -h /dev/shm and df -h in the container': '在容器中执行 df -h /dev/shm 和 df -h',
  'Does its log say that the memory of the GPU was used up': '日志是否显示 GPU 显存耗尽',
  "{0}; grep 'CUDA out of memory'": "{0}; grep 'CUDA out of memory'",
  'the memory of the GPU was used up.': 'GPU 显存耗尽。',
  'Look for what came just before: prompt_logprobs, large images, a longer context, a full batch':
    '查看崩溃前来了什么：prompt_logprobs、大图片、更长的上下文、满的 batch',
  'Give the GPU room: lower --gpu-memory-utilization, --max-num-seqs or --max-model-len':
    '给 GPU 留余量：调低 --gpu-memory-utilization、--max-num-seqs 或 --max-model-len',
  'Does the kernel kill processes on its host for want of memory': '内核是否因内存不足在其主机上杀进程',
  'dmesg | grep -i "killed process"; kubectl describe pod <pod>: OOMKilled':
    'dmesg | grep -i "killed process"; kubectl describe pod <pod>：OOMKilled',
  'dmesg | grep -i "killed process"': 'dmesg | grep -i "killed process"',
  'the kernel kills processes on the host for want of memory.': '内核因内存不足在其主机上杀进程。',
  'Give the pod more memory, or take memory from what shares its host':
    '给 pod 更多内存，或从同主机的其他进程那里腾出内存',
  'Plot the memory of the container: a constant slope is a leak, a step is a request or a start':
    '画出容器内存曲线：匀速上升是泄漏，阶跃是一次请求或启动',
  'Does its log say that it failed while it handled an abort': '日志是否显示在处理 abort 时出错',
  '{0}; grep _process_aborts_queue': '{0}; grep _process_aborts_queue',
  'handling an abort made the engine fail, by the log.': '处理 abort 时出错（据日志）。',
  'Keep aborts away from it: buffer at the gateway, and make timeouts longer than the requests take':
    '避免 abort 到达引擎：在网关缓冲，并让超时长于请求耗时',
  'Switch the KV connector off, or take the release that mends it': '关闭 KV connector，或升级到修复该问题的版本',
  'Does its log say that /dev/shm is full': '日志是否显示 /dev/shm 已满',
  '/dev/shm is full; what crashed before may have left segments there.':
    '/dev/shm 已满；此前崩溃的进程可能在其中遗留了段。',
  'Delete the pod once: a new pod gets an empty /dev/shm, a restarted container keeps the full one':
    '把 pod 删掉重建一次：新 pod 的 /dev/shm 是空的，只重启容器则仍是满的',
  'What fills it?': '是什么占满的？',
  'Does its log say that the disk is full': '日志是否显示磁盘已满',
  'the disk is full.': '磁盘已满。',
  'Make room: old models and compile caches first': '腾空间：先清旧模型和编译缓存',
  'Does its log say at each start that it refuses its settings': '日志是否显示每次启动都拒绝其配置',
  '{0}: is it the same exception at each start?': '{0}：每次启动是否是同一个异常？',
  'the settings are refused at each start.': '每次启动都拒绝其配置。',
  'Roll back to the settings of the last good start': '回滚到上次正常启动时的配置',
  'If the KV cache does not hold one request of full length, lower --max-model-len':
    '如果 KV cache 装不下一个最大长度的请求，调低 --max-model-len',
  'Do its starts end from outside, without an error and before it serves': '启动是否在提供服务前被外部终止，且没有报错',
  'kubectl describe pod <pod>: `Liveness probe failed`, `Killing`; are the ages at which it ends the same?':
    'kubectl describe pod <pod>：`Liveness probe failed`、`Killing`；每次终止时的存活时长是否相同？',
  'kubectl describe pod <pod>: `Liveness probe failed`': 'kubectl describe pod <pod>：`Liveness probe failed`',
  'the starts are ended from outside before anything is served, without an error; a probe without patience does that.':
    '启动在提供服务前被外部终止，且没有报错；超时过短的探针会造成这种情况。',
  'Give the pod a startupProbe that is longer than the model takes to load and compile':
    '给 pod 配置 startupProbe，时长要大于模型加载加编译的时间',
  'Does an instance start again and again?': '是否有实例反复重启？',
  'kubectl get pods: read RESTARTS and the last state of the pod':
    'kubectl get pods：查看 RESTARTS 和 pod 的 last state',
  'is a Service scraped instead of its pods? curl its /metrics twice and compare the start times':
    '抓取的是否是 Service 而不是其 pod？curl 两次 /metrics 并对比启动时间',
  'kubectl rollout history: were these deploys of all instances?':
    'kubectl rollout history：这些是不是对所有实例的发布？',
  'kubectl rollout history: were these deploys?': 'kubectl rollout history：这些是不是发布？',
  'kubectl get pods: does RESTARTS grow?': 'kubectl get pods：RESTARTS 是否在增加？',
  '{0}.': '{0}。',
  'starts again and again': '反复重启',
  'start again and again': '反复重启',
  'Read the last words of the previous container': '查看上一个容器退出前的日志',
  'Was it the process that the kernel killed for want of memory?': '进程是否被内核因内存不足杀掉？',
  'If it began with a release, roll that back': '如果始于某次发布，回滚该发布',
  'Tell a config error (same exception each start) from a probe (killed at constant age without one)':
    '区分是配置错误（每次启动同一个异常）还是探针（没有异常，每次在固定时长被杀）',
  'Give the pod a startupProbe that is longer than the model takes to load':
    '给 pod 配置 startupProbe，时长要大于模型加载时间',
  'Put the instance back into the balancer': '把实例放回负载均衡器',
  '{0}?': '{0}？',
  '{0}: {1}': '{0}：{1}',
  'Does a GPU report a hardware error under an instance that starts again and again?':
    '反复重启的实例所在的 GPU 是否报告硬件错误？',
  'only its scrape may be broken; ask it directly: curl -m 5 -sS <instance>/health':
    '可能只是抓取有问题；直接请求：curl -m 5 -sS <instance>/health',
  '{0}, and does it not answer since?': '{0}，且此后无响应？',
  'Does a GPU report a hardware error under an instance that does not answer?':
    '无响应的实例所在的 GPU 是否报告硬件错误？',
  'kubectl rollout history: was it a deploy that started most of them anew?':
    'kubectl rollout history：是否是一次发布让大多数实例重启的？',
  'kubectl describe pod <pod>: its last state; kubectl rollout history: was it a deploy?':
    'kubectl describe pod <pod>：查看 last state；kubectl rollout history：是否是发布？',
  '{0}, and has it started again once?': '{0}，且重启过一次？',
  '{0} started again within half an hour, perhaps for this: {1}': '{0} 半小时内重启过，可能原因：{1}',
  'It is up: watch whether it stays so': '目前在线：观察是否保持',
  'Read its log from before the restart': '查看重启前的日志',
  'Alert on a second restart of one instance within a day': '同一实例一天内第二次重启时告警',
  'Is an instance missing?': '是否缺了实例？',
  "look at Prometheus' /targets, then kubectl get pods": '看 Prometheus 的 /targets，再看 kubectl get pods',
  'Only {0} of {1} expected instances are there.': '预期 {1} 个实例，只有 {0} 个在。',
  '{0} {1}.': '{0}，{1}。',
  'when asked directly either': '直接请求也一样',
  "Prometheus' scrapes": 'Prometheus 抓取失败',
  '{0} targets are up': '{0} 个目标在线',
  'whyslow asked for /health and /v1/models itself; its words on each are with the sources':
    'whyslow 自己请求了 /health 和 /v1/models；每个实例的结果见来源部分',
  'a failed scrape alone is no reason for a restart: the port, the network or a blocked event loop look the same':
    '仅凭抓取失败不足以重启：端口、网络、事件循环阻塞看起来都一样',
  'Is it dead, or only its scrape?': '是它死了，还是只有抓取坏了？',
  'What happened to the pod?': 'pod 出了什么事？',
  'If it is dead, start it again or drain its node; first save logs, dmesg and nvidia-smi':
    '如果死了，重新启动它或排空它的节点；先保存日志、dmesg 和 nvidia-smi',
  'Keep one instance in reserve, so that losing one is no incident': '留一个备用实例，丢一个也不至于成为事故',
  'As long as its log advances, wait and do not end it: a start that is ended begins from nothing':
    '只要日志还在推进，就等，不要终止它：启动被终止就得从头再来',
  'Pause the rollout, and keep the old replicas until it serves': '暂停发布，在它能服务之前保留旧副本',
  'look at its log twice, a minute apart: does it advance? kubectl get pods: is the process there?':
    '隔一分钟看两次日志：在推进吗？kubectl get pods：进程还在吗？',
  'Is an instance that does not answer still loading its weights, after ten minutes?':
    '有没有实例没有响应，过了十分钟还在加载权重？',
  "grep 'Loading safetensors checkpoint shards' in its log: does it advance?":
    "在日志里 grep 'Loading safetensors checkpoint shards'：在推进吗？",
  '{0}, by the log: nothing is served there yet, and the storage may be slow.':
    '日志显示 {0}：尚未对外服务，存储可能慢。',
  'is still loading its weights': '仍在加载权重',
  'are still loading their weights': '仍在加载权重',
  'Does it advance, and how fast is it read?': '在推进吗，读取有多快？',
  'Read weights in order, not by random access: --safetensors-load-strategy eager':
    '顺序读取权重，不要随机访问：--safetensors-load-strategy eager',
  'Keep the weights on a local disk of the node': '把权重放在节点的本地盘',
  'Is an instance that does not answer still compiling, after five minutes?':
    '有没有实例没有响应，过了五分钟还在编译？',
  "grep 'torch.compile' in its log": "在日志里 grep 'torch.compile'",
  '{0}, by the log: nothing is served there yet.': '日志显示 {0}：尚未对外服务。',
  'is still compiling': '仍在编译',
  'are still compiling': '仍在编译',
  'Does it compile what it had compiled before? Look for the cache directory in its log':
    '是否在重复编译已编译过的内容？在日志里找缓存目录',
  'Keep the cache of torch.compile in a volume that outlives the pod':
    '把 torch.compile 的缓存放在生命周期长于 pod 的卷里',
  'Is an instance that has just started a target already, and does not serve?':
    '有没有刚启动的实例已被当作目标，却还不能服务？',
  'kubectl get endpoints: is it among them? Do the errors at the gateway come from this upstream alone?':
    'kubectl get endpoints：它在里面吗？网关的错误是否只来自这个上游？',
  'kubectl get pods: READY and AGE beside curl -m 5 <instance>/v1/models':
    'kubectl get pods：READY 和 AGE，对照 curl -m 5 <instance>/v1/models',
  '{0}: nothing is served there yet, though requests may come already.': '{0}，尚未对外服务，却已被当作目标。',
  'has just started': '刚启动',
  'have just started': '刚启动',
  'Give the pod a readinessProbe that asks for the model: /v1/models, or one token':
    '给 pod 加 readinessProbe，探测模型是否就绪：/v1/models，或生成一个 token',
  'Pause the rollout until /v1/models answers': '暂停发布，直到 /v1/models 有响应',
  'Put back into the balancer what stays up': '把能稳定运行的实例放回负载均衡器',
  'Leave it in the balancer: I see no other instance that would serve':
    '不要从负载均衡器摘除它：没看到其他能提供服务的实例',
  'Leave them in the balancer, or take out one at a time: I see no other instance that would serve':
    '不要从负载均衡器摘除它们，或一次只摘一个：没看到其他能提供服务的实例',
  'Put it back into the balancer': '把它放回负载均衡器',
  'Did an instance start within half an hour, so that first requests wait for kernels to be compiled?':
    '是否有实例在半小时内启动，首批请求要等 kernel 编译？',
  'kubectl rollout history: were most of them started anew by a release? It may have made prefill slower':
    'kubectl rollout history：是否有一次发布重启了其中大多数？可能是它让 prefill 变慢',
  'compare the mean of vllm:request_prompt_tokens with an hour ago':
    '把 vllm:request_prompt_tokens 的均值与一小时前对比',
  'compare vllm:prefix_cache_hits_total over queries_total with an hour ago: a start empties the cache, too':
    '把 vllm:prefix_cache_hits_total 除以 queries_total 与一小时前对比：启动也会清空缓存',
  "grep 'JIT compilation during inference' in its log": "在日志里 grep 'JIT compilation during inference'",
  'ask again in five minutes: it ends by itself, and a regression does not':
    '五分钟后再问：这种情况会自己结束，性能回退则不会',
  'kubectl get pods: is one young?': 'kubectl get pods：有没有刚起来的？',
  '{0} started a while ago, and first requests there may wait for kernels to be compiled: that passes with time.':
    '{0} 不久前启动，首批请求可能在等 kernel 编译：会自己结束。',
  'Wait five minutes and ask again': '等五分钟再问',
  'Keep its weight at the balancer low until then': '在此之前，让它在负载均衡器上的权重保持低位',
  'Send requests of the usual lengths before it is ready: a warm-up': '就绪前先发常见长度的请求做预热',
}
