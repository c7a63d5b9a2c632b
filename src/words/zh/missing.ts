/** Metrics that are not there, or are of another. */
export const MISSING: Readonly<Record<string, string>> = {
  'Do several processes answer for one target?': '是否有多个进程在响应同一个目标？',
  'ask the target twice: curl -s <instance>/metrics | grep process_start_time_seconds':
    '问该目标两次：curl -s <instance>/metrics | grep process_start_time_seconds',
  'was a clock set? ask the target some times whether process_start_time_seconds changes to and fro':
    '是不是有人调过时钟？多问该目标几次，看 process_start_time_seconds 是否来回跳',
  'ask the target some times: does process_start_time_seconds change to and fro?':
    '多问该目标几次：process_start_time_seconds 是否来回跳？',
  '{0}: the numbers jump between the processes, and none can be believed.': '{0}：读数在它们之间来回跳，都不可信。',
  'stands for several processes': '背后是多个进程',
  'stand for several processes': '背后是多个进程',
  "Judge by the gateway's latency and the engines' own /metrics, asked pod by pod, until this is mended":
    '修好之前，看网关的延迟和引擎自己的 /metrics（逐个 pod 询问）来判断',
  'Scrape the pods and not their Service: a PodMonitor, or kubernetes_sd_configs with role: pod':
    '抓取 pod，不要抓取它们的 Service：用 PodMonitor，或 kubernetes_sd_configs 加 role: pod',
  'Alert on resets(process_start_time_seconds[30m]) > 1, so that this is seen before it matters':
    '对 resets(process_start_time_seconds[30m]) > 1 设告警，在出问题之前发现',
  'Does a probe say the contrary of what the steps say?': '探针的结论是否与 step 相反？',
  'ask again in a minute, with patience: curl -m 30 -sS <instance>/health':
    '一分钟后再问，超时放宽：curl -m 30 -sS <instance>/health',
  'kubectl get pod <pod> -o yaml | grep -A8 Probe: what does each ask, and how long does it wait?':
    'kubectl get pod <pod> -o yaml | grep -A8 Probe：每个探针问什么，等多久？',
  'compare /health with the rate of vllm:iteration_tokens_total_count on the same instance':
    '在同一实例上对比 /health 与 vllm:iteration_tokens_total_count 的速率',
  '{0}: a probe that asks the same sees nothing wrong.': '{0}：用同样方式探测的探针会认为它正常。',
  'answers when asked but makes no step': '直接请求有响应，但没有 step',
  'answer when asked but make no step': '直接请求有响应，但没有 step',
  '{0}: busy, not dead, and a probe without patience may kill what works.':
    '{0}：它是忙，不是死，超时过短的探针可能会杀掉它。',
  'does not answer in time but goes on stepping': '没有及时响应，但 step 在推进',
  'do not answer in time but go on stepping': '没有及时响应，但 step 在推进',
  "Don't trust a green probe: look at the steps": '不要只信探针是绿的：看 step',
  'Make liveness a heartbeat: requests run and vllm:iteration_tokens_total_count stands still for two minutes':
    '把 liveness 改成心跳：有请求运行而 vllm:iteration_tokens_total_count 两分钟不动，就判失败',
  "Don't restart it: steps advance": '不要重启它：step 在推进',
  'Give the liveness probe 10 s and three misses': 'liveness 探针给 10 s 超时，允许失败三次',
  'Are the targets scraped, but without any vLLM series?': '目标能抓取，却没有任何 vLLM 指标？',
  'does vLLM stand there? curl -m 5 -sS <instance>/version': '那里是 vLLM 吗？curl -m 5 -sS <instance>/version',
  "list what is exposed: curl -s <instance>/metrics | grep '^vllm'":
    "列出暴露了什么：curl -s <instance>/metrics | grep '^vllm'",
  'The targets answer, but expose no vLLM series: I am blind to what the engines do.':
    '目标有响应，但没有暴露任何 vLLM 指标：看不到引擎在做什么。',
  '{0}, but its metrics cannot be scraped: I am blind to what it does.': '{0}，但指标抓取不到：看不到它在做什么。',
  'answers when asked': '直接请求有响应',
  'answer when asked': '直接请求有响应',
  "no name that begins with vllm: or vllm_ exists for this cluster's selector":
    '该集群的 selector 下没有任何以 vllm: 或 vllm_ 开头的名字',
  'its scrape fails while whyslow is answered there: this is no reason for a restart':
    '抓取失败，而 whyslow 直接请求有响应：这不是重启的理由',
  'Look whether the series are there at the source': '到源头看指标在不在',
  "Until then judge by the gateway's latency and the engines' logs; don't restart on missing telemetry":
    '在此之前看网关的延迟和引擎的日志来判断；不要因为缺少遥测就重启',
  'Start vLLM without --disable-log-stats': '启动 vLLM 时去掉 --disable-log-stats',
  "Check that the cluster's `selector` and the scrape job name the vLLM port, not another service":
    '检查集群的 `selector` 和抓取任务指向的是 vLLM 端口，而不是别的服务',
  'Alert on absent(vllm:num_requests_running), so that silence pages':
    '对 absent(vllm:num_requests_running) 设告警，让没有数据也能触发告警',
  'Have some engines lost their vLLM series, while as many targets are up as before?':
    '在线目标数与之前一样，是否有引擎丢了 vLLM 指标？',
  'which target is up without series? up{…} == 1 unless on (instance) vllm:num_requests_running':
    '哪个目标在线却没有指标？up{…} == 1 unless on (instance) vllm:num_requests_running',
  'send a one-token request to each: curl -m 20 <instance>/v1/completions …':
    '给每个发一个单 token 请求：curl -m 20 <instance>/v1/completions …',
  'count(vllm:num_requests_running) now and an hour ago, beside sum(up)':
    'count(vllm:num_requests_running) 现在和一小时前，对照 sum(up)',
  'Some engines have lost their vLLM series although their targets are up: of those I see nothing, not even whether they live.':
    '有些引擎的目标在线，却丢了 vLLM 指标：它们的情况我完全看不到，连死活都不知道。',
  '{0} is up, but has lost its vLLM series: of it I see nothing, not even whether it serves.':
    '{0} 在线，但丢了 vLLM 指标：其情况我完全看不到，连是否在服务都不知道。',
  '{0} are up, but have lost their vLLM series: of them I see nothing, not even whether they serve.':
    '{0} 在线，但丢了 vLLM 指标：其情况我完全看不到，连是否在服务都不知道。',
  'sums over the fleet are of those engines that report': '机群的总和只含有上报的引擎',
  "Judge those by the gateway's latency and their logs; don't restart on missing telemetry":
    '看网关的延迟和它们的日志来判断；不要因为缺少遥测就重启',
  'Start them with the arguments of the others: --disable-log-stats takes all vLLM series away':
    '用与其他引擎相同的参数启动：--disable-log-stats 会去掉所有 vLLM 指标',
  'Alert on count(up == 1) greater than the count of instances with vllm:num_requests_running':
    '告警条件：count(up == 1) 大于有 vllm:num_requests_running 的实例数',
  'Is only a part of what each vLLM exposes there?': '每个 vLLM 暴露的序列是否只有一部分在？',
  "I can't tell: {0} not exposed, while other vLLM series are.":
    '无法判断：有指标未暴露（{0}），而其他 vLLM 指标都在。',
  'absent is neither 0 nor healthy: what these would tell is not known':
    '缺失既不是 0，也不代表健康：这些指标反映的情况未知',
  'Compare the names at the source with those in Prometheus': '对比源头的名字与 Prometheus 里的名字',
  'Undo metric_relabel_configs that drop or rename vllm: series':
    '撤销会丢弃或重命名 vllm: 指标的 metric_relabel_configs',
  'Does vLLM expose series, but none under the names that tell what it does?':
    'vLLM 暴露了指标，却没有一个是反映其运行状况的名字？',
  'vLLM exposes series, but running, waiting, KV usage and tokens are not among their names: I am blind to its load.':
    'vLLM 暴露了指标，但其中没有运行、排队、KV 使用率和 token：看不到它的负载。',
  'other vLLM series exist under the selector, so the scrape works; a release or a relabelling has renamed or dropped these':
    'selector 下有其他 vLLM 指标，说明抓取正常；是某次版本升级或 relabel 把这些重命名或丢弃了',
  'Undo metric_relabel_configs that drop or rename vllm: series, or name the new ones in dashboards':
    '撤销会丢弃或重命名 vllm: 指标的 metric_relabel_configs，或在仪表盘里改用新名字',
  'Check the names of each new vLLM release before it is rolled out': '每个新 vLLM 版本发布上线前，先核对指标名',
  'Does something else than vLLM stand at the targets?': '目标上跑的是不是别的东西，而不是 vLLM？',
  'ask each target who it is: a vLLM with --disable-log-stats shows no series of its own either':
    '逐个问目标是谁：带 --disable-log-stats 的 vLLM 同样不显示自己的指标',
  "ask the target who it is: curl -s <instance>/metrics | grep '^# TYPE' | head":
    "问目标是谁：curl -s <instance>/metrics | grep '^# TYPE' | head",
  '{0} targets are not vLLM: they expose series of {1}, and I cannot tell how that engine fares.':
    '{0}不是 vLLM：暴露的是 {1} 的指标，该引擎状态如何，无法判断。',
  The: '目标都',
  'Some of the': '部分目标',
  "{0} exists under this cluster's selector, and no vLLM series does":
    '该集群的 selector 下有其他时间序列（{0}），没有任何 vLLM 指标',
  "Until the scrape is mended judge by the gateway's latency and the engines' logs; don't restart anything":
    '抓取修好之前，看网关的延迟和引擎的日志来判断；什么都不要重启',
  "Point the scrape job, or the cluster's `selector`, at vLLM's own port (8000 unless --port says otherwise)":
    '把抓取任务或集群的 `selector` 指向 vLLM 自己的端口（默认 8000，除非设了 --port）',
  'another engine': '另一种引擎',
  'a name of its own': '自有指标名',
  'look at what these would tell: curl -s <instance>/metrics': '查看这些指标的内容：curl -s <instance>/metrics',
  'if it is known, write it into the file, under readings': '如果知道数值，写进文件的 readings 下',
}
