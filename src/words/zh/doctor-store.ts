/** What the doctor finds in Prometheus. */
export const DOCTOR_STORE: Readonly<Record<string, string>> = {
  'the hour before': '一小时前',
  yesterday: '昨天',
  'a week ago': '一周前',
  'not looked at: {0}': '未检查：{0}',
  'nothing from an hour ago, yesterday or a week ago': '没有一小时前、昨天或一周前的数据',
  'wait if the fleet is new; else keep 8 days': '机群刚建就等等；否则保留 8 天',
  '; not {0} (keep 8 days for all)': '；没有{0}的数据（保留 8 天即可都有）',
  'not counted: {0}': '未统计：{0}',
  '; not there now: {0}': '；目前缺：{0}',
  '; expected_instances: {0} would tell when one is missing': '；设 expected_instances: {0} 才能发现缺失',
  'none is seen, and expected_instances is not set{0}': '没有看到实例，也没有设 expected_instances{0}',
  '{0} seen{1}': '看到 {0}{1}',
  'all {0} are there': '{0} 个都在',
  '{0} are there, {1} are expected': '在线 {0} 个，预期 {1} 个',
  'The selector matches more than this fleet, or the fleet grew. Narrow the selector, or set in whyslow.yml:':
    'selector 匹配到本机群以外的实例，或机群扩容了。缩小 selector，或在 whyslow.yml 里设：',
  '{0} of {1} are there{2}': '预期 {1} 个，在线 {0} 个{2}',
  'Start those that are missing, or give them a target if they run. If the fleet is meant to be smaller, set in whyslow.yml:':
    '启动缺失的实例；如果在运行，给它们加上目标。如果机群本就该更小，在 whyslow.yml 里设：',
  'no samples of the fleet in the last hour': '最近一小时没有机群的样本',
  'the newest sample of {0} is late': '{0} 的最新样本过旧',
  'Scrapes fail or remote write lags: see lastError and prometheus_remote_storage_highest_timestamp_in_seconds on the Prometheus that scrapes:':
    '抓取失败或 remote write 滞后：到负责抓取的 Prometheus 上看 lastError 和 prometheus_remote_storage_highest_timestamp_in_seconds：',
  '; ended in the last hour: {0}': '；最近一小时内结束的：{0}',
  '{0}, the oldest sample is {1} old{2}': '{0}，最旧的样本是 {1} 前的{2}',
  ', and marked as ended: the scrape failed or its target is gone': '，且已标记为结束：抓取失败或目标已不在',
  'no sample of the fleet since {0}{1}': '机群已有 {0} 没有样本{1}',
  'Scraping stopped: see whether the target is up and still there, and whether Prometheus or its remote write runs. Its own word:':
    '抓取已停：看目标是否在线、是否还在，以及 Prometheus 或其 remote write 是否在运行。它自己的说法：',
  '{0} ({1} ago)': '{0}（{1} 前）',
  'too few samples to tell how often is scraped': '样本太少，无法判断抓取间隔',
  'scraped every {0}, the window is {1}': '抓取间隔 {0}，时间窗 {1}',
  '{0}: fewer than {1} scrapes in it, so rates are missing or wrong': '{0}：窗内抓取不足 {1} 次，速率缺失或不准',
  'Scrape vLLM more often, in its scrape job of prometheus.yml; or else look at a longer window, in whyslow.yml:':
    '在 prometheus.yml 的抓取任务里缩短 vLLM 的抓取间隔；或在 whyslow.yml 里用更长的时间窗：',
  '; a hang shows late: scrape every 30 s or more often': '；卡死会发现得晚：抓取间隔设为 30 s 或更短',
  'GPU series': 'GPU 时间序列',
  'give them a label in common: in Kubernetes run dcgm-exporter with pod labels (DCGM_EXPORTER_KUBERNETES=true), elsewhere scrape both by the same host address':
    '给两者一个共同标签：Kubernetes 中让 dcgm-exporter 带 pod 标签（DCGM_EXPORTER_KUBERNETES=true），其他环境用同一主机地址抓取两者',
  'host series': '主机时间序列',
  'scrape node_exporter and vLLM by the same host address, or give both the label node':
    '用同一主机地址抓取 node_exporter 和 vLLM，或给两者都加上 node 标签',
  'gateway series': '网关时间序列',
  'not looked at: the questions failed': '未检查：查询失败',
  '{0}, told apart by instance': '{0}，可按实例区分',
  '{0}, but no label tells whose they are': '{0}，但没有标签能说明属于谁',
  'none found; not needed, see below what they would tell': '没有找到；非必需，能提供的信息见下',
  '{0} {1} matches no {2}': '{0} {1} 匹配不到{2}',
  'Correct {0} in whyslow.yml, or leave it out to read all that the store has. They come of this: {1}. As in:':
    '在 whyslow.yml 里改正 {0}，或去掉它以读取存储里的全部。数据来自：{1}。例如：',
  'no series of the fleet now': '目前没有机群的时间序列',
  '{0} series without the label {1}': '{0} 条时间序列没有标签 {1}',
  'Keep the label {0} where series are relabelled (labeldrop, aggregation), or name another in whyslow.yml:':
    '在 relabel 处（labeldrop、聚合）保留标签 {0}，或在 whyslow.yml 里换一个：',
  'Name the label that the series have, in whyslow.yml:': '在 whyslow.yml 里填写时间序列实际带的标签：',
  '{0}="{1}" is {2} pods at once: {3}': '{0}="{1}" 同时是 {2} 个 pod：{3}',
  'Tell instances apart by their pods, in whyslow.yml:': '在 whyslow.yml 里按 pod 区分实例：',
  '{0}="{1}" has several series of one engine: they are counted twice':
    '{0}="{1}" 有同一引擎的多条时间序列：会被重复计数',
  'Two jobs or two replicas of Prometheus scrape the same engine (narrow the selector, or have the store deduplicate), or the label hides what tells engines apart (name the one that does):':
    '两个任务或两个 Prometheus 副本抓取了同一引擎（缩小 selector，或让存储去重），或该标签区分不了引擎（换成能区分的）：',
  '{0}="{1}" is several processes in turn: its start went back {2} times in half an hour':
    '{0}="{1}" 轮流是多个进程：半小时内启动时间倒退 {2} 次',
  'A Service or load balancer is scraped, each time another engine answers: scrape the pods (kubernetes_sd_configs with role: pod, or a PodMonitor), then in whyslow.yml:':
    '抓取的是 Service 或负载均衡器，每次由不同引擎响应：改为抓取 pod（kubernetes_sd_configs 加 role: pod，或 PodMonitor），然后在 whyslow.yml 里：',
  '{0}="{1}": counters went down {2} times in half an hour: it restarts over and over, or a Service is scraped and several engines answer in turn':
    '{0}="{1}"：半小时内 counter 下降 {2} 次：它在反复重启，或抓取的是 Service，由多个引擎轮流响应',
  'see its restarts (kubectl get pods); if there are none, scrape the pods and set instance_label: pod':
    '看它的重启次数（kubectl get pods）；如果没有重启，改为抓取 pod 并设 instance_label: pod',
  '{0} by the label {1}{2}': '按标签 {1} 有 {0}{2}',
  'renamed on the way to {0}, which is not read': '途中被重命名为 {0}，无法读取',
  'OpenTelemetry writes names with dots; have Prometheus take them with underscores, in prometheus.yml (a collector: its add_metric_suffixes stays true, its names classic):':
    'OpenTelemetry 写入的名字带点；在 prometheus.yml 里让 Prometheus 用下划线接收（collector：add_metric_suffixes 保持 true，名字用 classic）：',
  'Take the rule away that renames them, or name them back: under metric_relabel_configs of the scrape job, or write_relabel_configs of a remote write:':
    '去掉重命名的规则，或改回原名：在抓取任务的 metric_relabel_configs，或 remote write 的 write_relabel_configs 里：',
  'no series of vLLM are stored': '没有存储 vLLM 指标',
  'none is stored: rules drop {0} samples of each round of scrapes':
    '没有存储任何指标：规则在每轮抓取中丢弃 {0} 个样本',
  'the engine shows them, and Prometheus has none of them': '引擎有这些指标，而 Prometheus 一个都没有',
  'Look for action: drop, or keep, in the metric_relabel_configs of the scrape job (and in write_relabel_configs, where the samples come by remote write), and let vLLM through:':
    '在抓取任务的 metric_relabel_configs（样本经 remote write 到达时还有 write_relabel_configs）里找 action: drop 或 keep，放行 vLLM：',
  'the engine shows them, Prometheus does not: {0}': '引擎有而 Prometheus 没有：{0}',
  'A rule drops them: in the metric_relabel_configs of the scrape job (or in write_relabel_configs) find the drop or keep whose regex is about them, and let these through:':
    '有规则在丢弃：在抓取任务的 metric_relabel_configs（或 write_relabel_configs）里找到相关 regex 的 drop 或 keep，放行这些：',
  'rules drop {0} samples of each round of scrapes; not stored: {1}': '规则在每轮抓取中丢弃 {0} 个样本；没有存储：{1}',
  'ask the engine whether it shows them: --engine http://HOST:8000': '问引擎是否有这些指标：--engine http://HOST:8000',
  'counts arrive without their buckets: {0}': '计数到达了，但缺 bucket：{0}',
  '{0} of the {1} families that are read, under {2}': '要读取的 {1} 个指标族中有 {0} 个，前缀为 {2}',
  'no Prometheus is named': '没有指定 Prometheus',
  '{0} answers': '{0} 有响应',
  '{0} is not where the API is; {1} is': '{0} 不是 API 的地址；{1} 才是',
  'Name the address that has the API, in whyslow.yml or as --prometheus:':
    '在 whyslow.yml 里或用 --prometheus 填写 API 所在的地址：',
  '{0} asks for a tenant ({1})': '{0} 要求租户（{1}）',
  "Mimir, Loki's kin and Cortex keep tenants apart: {0}": 'Mimir、Cortex 等按租户隔离：{0}',
  'the tenant sent is not known there; correct it:': '那里没有所发送的租户；改正：',
  'name yours:': '填写你的租户：',
  'refuses the credentials it was sent': '拒绝了所发送的凭据',
  'asks for credentials': '要求凭据',
  '{0} {1} ({2})': '{0} {1}（{2}）',
  'Give whyslow credentials that may query, in whyslow.yml:': '在 whyslow.yml 里给 whyslow 配上可查询的凭据：',
  'A login page or another server stands there: name the API itself (behind a login, its address inside the cluster). This must answer JSON:':
    '那里是登录页或其他服务：填写 API 本身（有登录时，用集群内的地址）。这条必须返回 JSON：',
  '{0} has no query API (HTTP 404)': '{0} 没有查询 API（HTTP 404）',
  'Add its path prefix to the URL: /prometheus for Mimir, /select/0/prometheus for a VictoriaMetrics cluster, --web.route-prefix of a Prometheus. This must answer JSON:':
    '给 URL 加上路径前缀：Mimir 为 /prometheus，VictoriaMetrics 集群为 /select/0/prometheus，Prometheus 为其 --web.route-prefix。这条必须返回 JSON：',
  'Its certificate is not trusted, or one side does not speak TLS: correct http or https in the URL, or name the authority that signed it:':
    '证书不受信任，或有一方不用 TLS：改正 URL 里的 http 或 https，或填写签发的 CA：',
  'Is it running, and is this its address? From this host:': '它在运行吗，地址对吗？从本机执行：',
  'See what it says when it is asked from this host:': '从本机请求，看它返回什么：',
  'ahead of': '快',
  behind: '慢',
  'The HTTP server in front has our time, so it is the clock of Prometheus':
    '前面的 HTTP server 与本机时间一致，所以是 Prometheus 的时钟不对',
  'One of the two is wrong': '两者之一不对',
  "the clock of Prometheus is {0} {1} this host's": 'Prometheus 的时钟比本机{1} {0}',
  '{0}: until it is set, the newest minutes are not seen. On both hosts:':
    '{0}：校正之前，看不到最近几分钟。在两台主机上执行：',
  'no series of vLLM are stored to match': '没有存储可匹配的 vLLM 指标',
  '{0} matched in the last hour, and matches no instance now': '{0} 最近一小时匹配过，现在匹配不到实例',
  'see target and freshness': '见 target 和 freshness',
  '{0} matches series that name no instance by {1}': '{0} 匹配到的时间序列不带实例标签 {1}',
  'see labels': '见 labels',
  ', serving {0}': '，服务 {0}',
  '; vLLM outside it: {0}': '；其外还有 vLLM：{0}',
  '{0} matches {1}{2}{3}': '{0} 匹配到 {1}{2}{3}',
  'vLLM is under other labels': 'vLLM 在其他标签下',
  'vLLM is under {0}': 'vLLM 在 {0} 下',
  '{0} matches no series of vLLM; {1}': '{0} 匹配不到 vLLM 指标；{1}',
  'Name what the series have, in whyslow.yml or as --selector:':
    '在 whyslow.yml 里或用 --selector 填写时间序列实际的标签：',
  'neither job nor namespace': '没有 job 和 namespace',
}
