/** Engines that make no progress. */
export const HANG: Readonly<Record<string, string>> = {
  'Start {0} on another node, and drain its own: a GPU reports a hardware error there (XID), which a restart does not mend':
    '在其他节点上启动 {0}，并排空原节点：该处 GPU 报告了硬件错误（XID），重启无法修复',
  'Start {0} on other nodes, and drain their own: GPUs report hardware errors there (XID), which a restart does not mend':
    '在其他节点上启动 {0}，并排空各自原节点：这些 GPU 报告了硬件错误（XID），重启无法修复',
  '> {0} tokens of each that runs': '每个运行中请求 > {0} token',
  'no hour before': '没有一小时前的数据',
  'Do the same few requests make far more tokens than an answer has, and none ends?':
    '是否总是那几个请求在运行，生成的 token 远超一个正常回答，且没有一个结束？',
  'are their clients still connected? ss -tn on the instance, or the access log of the gateway':
    '其客户端是否仍连着？在实例上执行 ss -tn，或查看网关的访问日志',
  'rate(vllm:generation_tokens_total[2m]) over vllm:num_requests_running, and the requests that end':
    'rate(vllm:generation_tokens_total[2m]) 除以 vllm:num_requests_running，以及结束的请求数',
  'far more tokens than an answer has': '生成的 token 已远超一个正常回答',
  '{0} tokens each': '每个已生成 {0} token',
  '{0}: the same requests ran all the time and made {1}, so they run to their token limit.':
    '{0}：同一批请求一直在运行，{1}，会一直跑到 token 上限。',
  'does not hang': '未卡死',
  'do not hang': '未卡死',
  'Whose are they, and is somebody still waiting for them? ss -tn on the instance':
    '是谁的请求，还有人在等吗？在实例上执行 ss -tn',
  'Cap max_tokens or the thinking budget at the gateway': '在网关限制 max_tokens 或思考预算',
  'Does the text repeat itself? A reasoning model can loop until its cap': '文本是否在重复？推理模型可能一直循环到上限',
  'Alert on the share of finished_reason="length"': '对 finished_reason="length" 的占比设告警',
  'Lift the cap': '解除上限',
  'py-spy dump --pid <EngineCore>, and of each worker': 'py-spy dump --pid <EngineCore>，每个 worker 也执行一次',
  hangs: '卡死',
  hang: '卡死',
  'Does its log tell of an NCCL operation that did not end?': '日志里有没有未结束的 NCCL 操作？',
  'on its node: dmesg | grep -i xid; a GPU that has failed is the rank that is missing':
    '在它的节点上：dmesg | grep -i xid；坏掉的 GPU 就是缺席的那个 rank',
  "grep 'Watchdog caught collective operation timeout' in the log; {0}":
    "在日志里 grep 'Watchdog caught collective operation timeout'；{0}",
  'an NCCL operation between the GPUs did not end, so a rank is missing in that operation.':
    '它的 GPU 之间有一次 NCCL 操作没有结束，说明有一个 rank 缺席。',
  'Find the rank that stands elsewhere than the others, and look at its GPU and link first':
    '找出停的位置与其他 rank 不同的那个，先查它的 GPU 和链路',
  'If it is the same GPU again, drain its node': '如果又是同一块 GPU，排空它所在的节点',
  'Does its log tell that the engine behind the server died?': '日志里有没有 server 背后的引擎已死的记录？',
  'does the process EngineCore exist? ps -ef | grep -i enginecore':
    'EngineCore 进程还在吗？ps -ef | grep -i enginecore',
  'the engine behind the server died, and the server goes on taking requests.':
    'server 背后的引擎已死，而 server 还在接收请求。',
  'Read the first error above the death: it is the cause, what servers say after it follows from it':
    '看死亡之前的第一个错误：那才是原因，之后各 server 的报错都是它的后果',
  'Does its log tell of a grammar that refused tokens, and rests its GPU?':
    '日志里有没有 grammar 拒绝 token 的记录，且 GPU 闲着？',
  '{0}: it stands in the scheduler or a grammar, and waits for no CUDA event':
    '{0}：停在调度器或 grammar 里，没有在等 CUDA event',
  '{0}: an engine that is gone rests its GPU as well': '{0}：引擎已经没了，GPU 同样会闲着',
  'the scheduler stands still after a grammar refused the tokens of a request.':
    'grammar 拒绝了某个请求的 token 之后，调度器停住不动。',
  'Find the requests with a response_format or guided decoding at that time, and their schema':
    '找出那个时间带 response_format 或 guided decoding 的请求，以及它们的 schema',
  'Refuse that schema at the gateway': '在网关拒绝该 schema',
  'Or start it with another backend of --structured-outputs-config': '或换一个 --structured-outputs-config 的后端启动',
  'Does its GPU spin: busy all the time, with the power of one that does nothing?':
    'GPU 是否在空转：一直显示忙，功耗却和闲着一样？',
  'dmesg | grep -i xid: with a hardware XID it is the card and no kernel':
    'dmesg | grep -i xid：有硬件 XID 就是卡的问题，不是 kernel',
  '{0}: do all ranks wait for a CUDA event, or does one stand elsewhere?':
    '{0}：所有 rank 都在等 CUDA event，还是有一个停在别处？',
  'nvidia-smi -q -d UTILIZATION,POWER': 'nvidia-smi -q -d UTILIZATION,POWER',
  'the GPU shows as busy and draws the power of one that does nothing, so a kernel spins there.':
    '它的 GPU 显示忙，功耗却和闲着一样，说明有 kernel 在上面空转。',
  'Look for what changed in kernels (FlashInfer, NCCL, driver) since it last ran well':
    '查自上次正常运行以来 kernel 相关的变更（FlashInfer、NCCL、驱动）',
  'Go back to the kernel libraries of that time, or switch the attention or sampler backend':
    '退回当时的 kernel 库，或更换 attention 或 sampler 后端',
  'Does an engine hold requests without making progress?': '有没有引擎持有请求却毫无进展？',
  'a long prefill takes steps, a hang none: py-spy dump --pid <EngineCore>':
    '长 prefill 仍有 step，卡死则没有：py-spy dump --pid <EngineCore>',
  'its series are not two minutes old: ask again then': '它的时间序列还不到两分钟：满两分钟再问',
  'its log tells of tokens: is it the process that is scraped? curl its /metrics directly':
    '它的日志显示有 token 产出：抓取的是这个进程吗？直接 curl 它的 /metrics',
  'send a one-token request to each instance: curl -m 20 <instance>/v1/completions …':
    '给每个实例发一个单 token 请求：curl -m 20 <instance>/v1/completions …',
  'for two minutes': '已两分钟',
  'since the first scrape, which is not two minutes ago': '自首次抓取以来（不到两分钟）',
  '{0}: requests are held there, and no token has been made {1}.': '{0}：持有请求，{1}未产出任何 token。',
  'Save what a restart destroys': '先保存重启会毁掉的现场',
  'If they are gone or stand still, restart {0}, one after the other, and only them':
    '如果引擎没了或停住不动，逐个重启 {0}，只重启它们',
  'Then restart {0}, one after the other, and only them': '然后逐个重启 {0}，只重启它们',
  'Then restart {0}, and only it': '然后重启 {0}，只重启它',
  'Which kind of hang is it? Read the dump: a scheduler or grammar stands in Python, a kernel waits for a CUDA event, in a collective the ranks stand in different places, and a dead core is no process at all':
    '是哪一种卡死？看 dump：调度器或 grammar 停在 Python 里，kernel 在等 CUDA event，集合通信中各 rank 停在不同位置，core 已死则根本没有进程',
  'Make liveness a heartbeat of steps: /health answers 200 through a hang':
    '把 liveness 改成 step 心跳：卡死期间 /health 照样返回 200',
  'Bound retries at the gateway, so that a hang does not multiply load': '在网关限制重试，避免卡死放大负载',
  'Does the queue of an instance grow while nothing runs and its KV cache has room?':
    '是否有实例没有运行任何请求，KV cache 有空间，队列却在增长？',
  'compare `GPU KV cache size: … tokens` in its start log with the longest prompt that waits; do short requests get through after a restart?':
    '对比启动日志里的 `GPU KV cache size: … tokens` 与排队中最长的提示词；重启后短请求能通过吗？',
  'compare `GPU KV cache size: … tokens` in the start log with the prompts that wait':
    '对比启动日志里的 `GPU KV cache size: … tokens` 与排队的提示词',
  '{0} while {1}: the first of them may need more KV cache than there is, and holds up the rest.':
    '{0}，而{1}：排在最前面的那个需要的 KV cache 可能比总量还大，拖住了其余请求。',
  'Find the longest prompt among those that wait: its client, and its length in tokens':
    '找出排队中最长的提示词：是哪个客户端，有多少 token',
  'Have that client give its request up: who leaves is taken out of the queue':
    '让该客户端放弃这个请求：放弃后就会从队列移除',
  'Where nobody gives up, restart {0}': '如果没人放弃，重启 {0}',
  'Lower --max-model-len to the tokens that the start log says the KV cache holds':
    '把 --max-model-len 调低到启动日志所示 KV cache 能容纳的 token 数',
  'Refuse longer prompts at the gateway': '在网关拒绝更长的提示词',
  'Put --max-model-len back': '把 --max-model-len 改回来',
  'Does an instance run nothing while requests wait and its KV cache has room?':
    '是否有实例有请求排队、KV cache 有空间，却没有运行任何请求？',
  'does the process EngineCore exist and work? ps -ef | grep -i enginecore; py-spy dump --pid <EngineCore>. If it does, compare the longest prompt that waits with `GPU KV cache size` in the start log':
    'EngineCore 进程在吗，在干活吗？ps -ef | grep -i enginecore；py-spy dump --pid <EngineCore>。如果在，对比排队中最长的提示词与启动日志里的 `GPU KV cache size`',
  'its queue grows, so its scheduler is alive: compare the longest prompt with the KV cache':
    '它的队列在增长，说明调度器活着：对比最长的提示词与 KV cache',
  'ps -ef | grep -i enginecore on the instance': '在该实例上 ps -ef | grep -i enginecore',
  '{0} while {1}: nobody takes them up.': '{0}，而{1}：无人处理。',
  'Is there an engine behind the server?': 'server 背后还有引擎吗？',
  'If it is gone or stands still, restart {0}, and only it': '如果引擎没了或停住不动，重启 {0}，只重启它',
  'If it is alive, look for a prompt that is longer than the KV cache': '如果它活着，找长度超过 KV cache 的提示词',
  'Make liveness a heartbeat of steps: /health answers 200 through this':
    '把 liveness 改成 step 心跳：这种情况下 /health 照样返回 200',
  'requests wait': '有请求在排队',
  '{0} wait': '有 {0}排队',
  'as all the time': '与全程相同',
  'Do the same requests run all the time and make tokens, and does none end?':
    '是否一直是同一批请求在运行并产出 token，却没有一个结束？',
  'are their clients still connected? ss -tn on the instance, or the access log of the gateway; if they are, the answers are long':
    '它们的客户端还连着吗？看实例上的 ss -tn，或网关的访问日志；还连着，就是回答长',
  'vllm:num_requests_running beside vllm:request_success_total over ten minutes':
    '十分钟内的 vllm:num_requests_running，对照 vllm:request_success_total',
  '{0}: their clients may have gone.': '{0}：其客户端可能已经断开。',
  'computes the same requests all the time and ends none': '一直在计算同一批请求，没有一个结束',
  'compute the same requests all the time and ends none': '一直在计算同一批请求，没有一个结束',
  'Are their clients still there?': '其客户端还连着吗？',
  'If they are not, restart {0} when it may be spared': '如果已断开，等能腾出空档时重启 {0}',
  'Lower max_tokens at the gateway: it bounds how long a slot is held': '在网关调低 max_tokens：它限定一个槽位被占多久',
  'Take a release that ends what clients gave up: requests with n > 1 were not, in V0':
    '换用会终止客户端已放弃请求的版本：V0 里 n > 1 的请求不会被终止',
  'Put max_tokens back': '把 max_tokens 改回来',
}
