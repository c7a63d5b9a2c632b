/** Decode. */
export const DECODE: Readonly<Record<string, string>> = {
  'Do tokens take longer because more requests run at once?': 'token 变慢，是因为同时运行的请求变多了吗？',
  'plot inter-token latency against vllm:num_requests_running over the last week':
    '画出最近一周的 token 间延迟与 vllm:num_requests_running 的关系',
  'on each node: nvidia-smi -q -d CLOCK,PERFORMANCE': '在每个节点上：nvidia-smi -q -d CLOCK,PERFORMANCE',
  'increase(vllm:num_preemptions_total[5m])': 'increase(vllm:num_preemptions_total[5m])',
  'compare vllm:num_requests_running and inter-token latency with an hour ago':
    '把 vllm:num_requests_running 和 token 间延迟与一小时前对比',
  '{0} as many requests run at once, so each token takes {1} as long.':
    '同时运行的请求是此前的 {0}，因此每个 token 的耗时是此前的 {1}。',
  'Is inter-token latency past its objective? If not, this is the batch doing its work':
    'token 间延迟是否超出目标？没超出就是 batch 的正常表现',
  'Lower --max-num-seqs to where inter-token latency meets its objective; requests then wait instead':
    '把 --max-num-seqs 降到 token 间延迟达标的值；请求会改为排队',
  'Or add instances': '或者增加实例',
  'Scale on requests running per instance': '按每实例运行中请求数伸缩',
  'Do tokens take longer than their batch explains where the host has no core free?':
    'token 变慢的幅度是否超出 batch 能解释的范围，且所在主机没有空余 CPU 核？',
  'on its node: nvidia-smi dmon -s puc; a GPU that waits for its host draws less at full clock':
    '在其节点上：nvidia-smi dmon -s puc；等待主机的 GPU 会在满频下功耗偏低',
  'tokens are as slow on instances where this is not so: what have all of them in common since then?':
    '没有此现象的实例同样变慢：从那时起，所有实例有什么共同点？',
  'on its node: nvidia-smi -q -d CLOCK,PERFORMANCE': '在其节点上：nvidia-smi -q -d CLOCK,PERFORMANCE',
  "on its node: cat /proc/pressure/cpu, and the pod's cpu.stat (nr_throttled, throttled_usec)":
    '在其节点上：cat /proc/pressure/cpu，以及 pod 的 cpu.stat（nr_throttled、throttled_usec）',
  'Decode waits for the CPU on {0}: the host has no core free; {1}.':
    '{0} 的 decode 在等 CPU：主机没有空余 CPU 核；{1}。',
  'Who uses the cores? Neighbours first': '谁在占用这些核？先查同主机的邻居',
  'Send less to {0} until cores are free': '有空余核之前，少给 {0} 分流量',
  'Set OMP_NUM_THREADS to the CPUs of the pod: without it torch starts a thread for each core of the node':
    '把 OMP_NUM_THREADS 设为 pod 的 CPU 数：不设时 torch 会为节点的每个核开一个线程',
  'Raise the CPU limit of the pod, or move the neighbour': '调高 pod 的 CPU limit，或迁走邻居',
  'Alert on CPU pressure of the hosts and on throttled CPU of the pods':
    '对主机的 CPU pressure 和 pod 的 CPU throttling 设告警',
  'what grew': '变慢',
  'slow on {0} only ({1})': '只在 {0} 上变慢（{1}）',
  'Decode is {0}, and what I could read does not say why.': 'Decode {0}，但读到的数据说明不了原因。',
  'Look at the GPUs': '检查 GPU',
  'Look at the CPU the engine gets: container CPU against its limit, neighbours on the node':
    '检查引擎得到的 CPU：容器 CPU 对照其 limit，以及节点上的邻居',
  'Are tokens slow where the links of the GPUs send again what was lost?':
    'token 变慢的地方，GPU 链路是否在重传丢失的数据？',
  'is an instance slow whose links are well? Compare replays by GPU with inter-token latency by instance':
    '有没有链路正常却也慢的实例？对照各 GPU 的 replay 与各实例的 token 间延迟',
  'on each node: nvidia-smi nvlink -e; DCGM_FI_DEV_PCIE_REPLAY_COUNTER; the link of each GPU: nvidia-smi -q | grep -A3 "Link Width"':
    '在每个节点上：nvidia-smi nvlink -e；DCGM_FI_DEV_PCIE_REPLAY_COUNTER；每块 GPU 的链路：nvidia-smi -q | grep -A3 "Link Width"',
  'The links of the GPUs of {0} lose data, and tokens are slow there: {1}.':
    '{0} 的 GPU 链路在丢数据，那里的 token 变慢：{1}。',
  'Which link, and is it as wide and as fast as it should be?': '是哪条链路，位宽和速率达标吗？',
  'Drain the node; reseat or replace the link, and prove it by tokens before and after':
    '排空节点；重插或更换链路，并用前后的 token 速度验证',
  'Alert on replays of PCIe and NVLink': '对 PCIe 和 NVLink 的 replay 设告警',
  'Give it its share again when it keeps up': '等它跟得上了，把份额还给它',
  'Are the outputs longer while each token is as fast as before, or only as slow as its batch makes it?':
    '是否输出变长，而每个 token 与之前一样快，或只慢了 batch 变大带来的那部分？',
  'compare vllm:inter_token_latency_seconds with an hour ago, at as many requests running':
    '在运行中请求数相同的情况下，把 vllm:inter_token_latency_seconds 与一小时前对比',
  'rate(vllm:generation_tokens_total[1m]) by instance: a hang makes none':
    '按实例看 rate(vllm:generation_tokens_total[1m])：卡死则没有产出',
  'sum by (finished_reason) (rate(vllm:request_success_total[5m])): do more end by length?':
    'sum by (finished_reason) (rate(vllm:request_success_total[5m]))：因 length 结束的是否变多？',
  'compare vllm:request_generation_tokens (sum over count) with an hour ago':
    '把 vllm:request_generation_tokens（sum 除以 count）与一小时前对比',
  'Answers are {0} as long as before{1}; {2}.': '回答长度是此前的 {0}{1}；{2}。',
  'Find whose answers grew, and whether they end by `length`: finished_reason by client':
    '找出谁的回答变长了，是否以 `length` 结束：按客户端看 finished_reason',
  ', and {0} of them run to their token limit': '，其中 {0} 跑到了 token 上限',
  'the tokens themselves are not slower': 'token 本身没有变慢',
  'the tokens are slower by no more than the larger batch explains': 'token 变慢的幅度没有超出 batch 变大能解释的范围',
  'was it started so when its tokens were fast? Compare the log of its start with that of a fast peer':
    'token 快的时候也是这样启动的吗？对比它与快的同组实例的启动日志',
  '{0}, and tokens are slower than before.': '{0}，token 比之前慢。',
  'Compare the settings of its start with those of a peer that is fast': '对比它与快的同组实例的启动设置',
  'Keep the logs of starts: such warnings stand there alone': '保留启动日志：这类警告只出现在那里',
  'Does the log of its start warn of a slow kernel?': '启动日志是否警告用了慢 kernel？',
  "grep -E 'not fully optimized|explicitly, so forcing|Using default MoE config' in the log of its start":
    "在启动日志里 grep -E 'not fully optimized|explicitly, so forcing|Using default MoE config'",
  'runs with a slow kernel, as the log of the start warns': '用了慢 kernel（启动日志有警告）',
  'run with a slow kernel, as the log of the start warns': '用了慢 kernel（启动日志有警告）',
  'Start one instance without that --quantization (vLLM picks the fast kernel itself), or with a tuned MoE config, and compare':
    '起一个不带该 --quantization（vLLM 会自己选快的 kernel）或带调优过的 MoE config 的实例，做对比',
  'Does the log of its start say that CUDA graphs are off?': '启动日志是否显示 CUDA graph 已关闭？',
  "grep -E 'enforce_eager=True|Enforce eager set' in the log of its start":
    "在启动日志里 grep -E 'enforce_eager=True|Enforce eager set'",
  'runs without CUDA graphs (enforce_eager)': '没有用 CUDA graph（enforce_eager）',
  'run without CUDA graphs (enforce_eager)': '没有用 CUDA graph（enforce_eager）',
  'Start one instance without --enforce-eager and compare its inter-token latency; it takes some GPU memory':
    '起一个不带 --enforce-eager 的实例，对比 token 间延迟；会多占一些 GPU 显存',
  'Are weights kept in the memory of the host, by its own settings?': '按引擎自己的设置，权重是否放在主机内存里？',
  'cpu_offload_gb in vllm:cache_config_info, or in the log of its start':
    'vllm:cache_config_info 或启动日志里的 cpu_offload_gb',
  'keeps a part of the weights in the memory of the host': '有一部分权重放在主机内存里',
  'keep a part of the weights in the memory of the host': '有一部分权重放在主机内存里',
  'Start one instance without --cpu-offload-gb: on more or larger GPUs, or with smaller weights':
    '起一个不带 --cpu-offload-gb 的实例：用更多或更大的 GPU，或更小的权重',
  'Are far fewer of the drafted tokens accepted than before, or few at all?':
    '草稿 token 的接受数是否远少于之前，或一直就很少？',
  'was it always so? Compare accepted over drafted tokens with yesterday, and with drafting off':
    '一直如此吗？把接受数除以草稿数的比值与昨天对比，再与关掉草稿时对比',
  'compare vllm:inter_token_latency_seconds, which is of steps, with an hour ago':
    '把 vllm:inter_token_latency_seconds（按 step 计）与一小时前对比',
  'rate(vllm:spec_decode_num_accepted_tokens_total) over rate(vllm:spec_decode_num_draft_tokens_total)':
    'rate(vllm:spec_decode_num_accepted_tokens_total) 除以 rate(vllm:spec_decode_num_draft_tokens_total)',
  'Of the drafted tokens {0} are accepted (was {1}), so each step brings fewer tokens for the same work.':
    '草稿 token 的接受率为 {0}（此前 {1}），每个 step 干同样的活，产出的 token 变少。',
  'What changed in the traffic: language, temperature, a new client? Drafts fit what they were made for':
    '流量有什么变化：语言、temperature、新客户端？草稿只适合它所针对的内容',
  'Lower num_speculative_tokens on one instance and compare; or start it without --speculative-config':
    '在一个实例上调低 num_speculative_tokens 做对比；或不带 --speculative-config 启动',
  'Alert on the part of drafted tokens that is accepted': '对草稿 token 的接受率设告警',
  'Start that instance with its old --speculative-config': '用原来的 --speculative-config 启动该实例',
}
