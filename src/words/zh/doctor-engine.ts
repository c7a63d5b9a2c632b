/** What the doctor finds at the engines and the targets. */
export const DOCTOR_ENGINE: Readonly<Record<string, string>> = {
  '{0} names under {1}': '{1} 下 {0} 个指标名',
  'not looked at: Prometheus does not answer (see query)': '未检查：Prometheus 无响应（见 query）',
  ' ({0} of {1} engines do not serve metrics)': '（{1} 个引擎中有 {0} 个不提供指标）',
  'not asked from here; its samples arrive in Prometheus': '未从这里请求；其样本已到 Prometheus',
  'no engine was asked': '没有请求任何引擎',
  'name one: --engine http://HOST:8000': '指定一个：--engine http://HOST:8000',
  ' (vLLM {0})': '（vLLM {0}）',
  '{0}, all asked,': '{0}（已全部请求）',
  '{0} {1} with metrics{2}': '{0} {1}，提供指标{2}',
  answer: '有响应',
  '{0} serves no metrics; {1} does': '{0} 不提供指标；{1} 提供',
  'Scrape the address that has them, in the scrape job of prometheus.yml:':
    '在 prometheus.yml 的抓取任务里改为抓取有指标的地址：',
  '{0} answers an HTML page': '{0} 返回 HTML 页面',
  'A login page or another server stands at {0}: name the address that vLLM itself listens on (--host, --port), as in:':
    '{0} 上是登录页或其他服务：填写 vLLM 自己监听的地址（--host、--port），例如：',
  '{0} answers {1}': '{0} 返回{1}',
  'an empty page': '空页面',
  'something that is no metrics page': '非指标页面',
  "Name the address of vLLM's API server: it alone serves /metrics, as in:":
    '填写 vLLM 的 API server 地址：只有它提供 /metrics，例如：',
  '{0} answers with metrics': '{0} 提供指标',
  '; connections are accepted, nothing is answered': '；能建立连接，但没有响应',
  '; alive, but does not serve: {0}': '；存活，但不能服务：{0}',
  '; alive: /health or /v1/models answers, only its metrics do not':
    '；存活：/health 或 /v1/models 有响应，只有指标没有',
  '; answered for, but not as vLLM answers: {0}': '；有响应，但不像 vLLM 的响应：{0}',
  '; no connection comes about': '；无法建立连接',
  'The process is there and hangs, or its host is out of CPU: see its log and its threads (py-spy dump), and whether it still generates tokens, before anybody restarts it. Try once more:':
    '进程在但卡死，或主机 CPU 耗尽：重启之前先看日志和线程（py-spy dump），以及是否仍在产出 token。再试一次：',
  "The engine lives, its metrics page alone comes too late or not at all: see how long it takes, and vLLM's log:":
    '引擎存活，只有指标页返回过慢或不返回：看它要多久，并看 vLLM 的日志：',
  'A firewall or NetworkPolicy drops the packets, or the host is gone: ask it from its own host, then from that of Prometheus:':
    '防火墙或 NetworkPolicy 丢弃了报文，或主机已不在：先从其本机请求，再从 Prometheus 所在主机请求：',
  'Correct http or https in the URL: vLLM speaks plain http unless started with --ssl-certfile. See what is there:':
    '改正 URL 里的 http 或 https：vLLM 默认用 http，除非启动时带 --ssl-certfile。看那里是什么：',
  'Nothing listens there: vLLM is still loading, has died, or has another --host or --port. See its log, then try:':
    '那里没有监听：vLLM 仍在加载、已挂掉，或用了别的 --host 或 --port。看日志，再试：',
  'The name is not known here; correct it, or ask from a host that does:':
    '这里解析不了该名字；改正它，或从能解析的主机请求：',
  'See what is there, from this host:': '从本机看那里是什么：',
  '{0} asks for credentials (HTTP {1})': '{0} 要求凭据（HTTP {1}）',
  "A proxy asks, since vLLM's own /metrics is open: scrape the engine's own port, or give the scrape job the credentials:":
    '是代理在要求（vLLM 自己的 /metrics 不设认证）：改为抓取引擎自己的端口，或给抓取任务配上凭据：',
  '{0} redirects (HTTP {1})': '{0} 重定向（HTTP {1}）',
  'Name the address it redirects to:': '填写重定向后的地址：',
  '{0} fails (HTTP {1}){2}': '{0} 出错（HTTP {1}）{2}',
  "The server is there and cannot answer: see vLLM's log, then try:": 'server 在，但无法响应：看 vLLM 的日志，再试：',
  '{0} has no metrics (HTTP {1})': '{0} 没有指标（HTTP {1}）',
  "Name the port of vLLM's API server (--port, 8000 unless stated), not that of a router or gateway in front:":
    '填写 vLLM 的 API server 端口（--port，默认 8000），而不是前面的 router 或网关的端口：',
  'the page was not had': '没有拿到指标页',
  "{0} names vLLM's series but has no sample of them yet": '{0} 声明了 vLLM 指标，但还没有样本',
  'send it one request, then look again': '给它发一个请求，再检查',
  'not looked at: no page was had': '未检查：没有拿到指标页',
  '{0}, in the whole store': '{0}（整个存储）',
  'yes, renamed on the way (see names): {0}': '有，但途中被重命名（见 names）：{0}',
  'none is stored, but rules drop samples (see names)': '没有存储任何指标，但有规则在丢弃样本（见 names）',
  'ask the engine: --engine http://HOST:8000': '直接请求引擎：--engine http://HOST:8000',
  'what {0} matches': '{0} 匹配到的目标',
  ' (only {0}: {1})': '（只有 {0}：{1}）',
  'no series of vLLM in the whole store{0}': '整个存储里没有 vLLM 指标{0}',
  '{0}: this is {1} ({2}), which whyslow does not read': '{0}：是 {1}（{2}），whyslow 不读取',
  'Name the vLLM instances alone: as --engine, and with a selector that leaves the others out, such as:':
    '只填 vLLM 实例：用 --engine，并用能排除其他引擎的 selector，例如：',
  "{0}: vLLM's series are renamed to {1}, which is not read": '{0}：vLLM 指标被重命名为 {1}，无法读取',
  'Name what serves the page of vLLM itself, not a collector behind it; or have the collector leave the names alone.':
    '填写 vLLM 自己的指标页，而不是其后的 collector；或让 collector 不改名。',
  "{0}: {1}, but nothing of the engine's: this is a router or a part of vLLM":
    '{0}：有 {1}，但没有引擎的指标：这是 router 或 vLLM 的某个组件',
  'Scrape the engines behind it, each by its own address:': '抓取其后的各个引擎，逐个用自己的地址：',
  "{0}: metrics, but none of vLLM's": '{0}：有指标，但没有 vLLM 的',
  'If this is vLLM, its statistics are off: start it without --disable-log-stats (in Python: disable_log_stats=False). Then this shows them:':
    '如果这是 vLLM，它的统计被关闭了：启动时去掉 --disable-log-stats（Python 中：disable_log_stats=False）。之后可以看到：',
  'it has none': '没有目标',
  'down: {0}': '宕机：{0}',
  'Ask the Prometheus that scrapes for the error; it is under Status, Targets, or:':
    '到负责抓取的 Prometheus 上看错误：在 Status 的 Targets 页，或：',
  'this server does not tell its targets ({0})': '该 server 不提供目标列表（{0}）',
  'name the Prometheus that scrapes, as --prometheus, to look at them':
    '用 --prometheus 指定负责抓取的 Prometheus 再检查',
  'it scrapes nothing itself: vLLM is written to it by others': '它自己不抓取：vLLM 指标由别处写入',
  '1 other target up: {0}': '另有 1 个目标在线：{0}',
  '{0} other targets up: {1}': '另有 {0} 个目标在线：{1}',
  'no target has the address {0}; {1}': '没有目标的地址是 {0}；{1}',
  'it may be scraped by another name of the same host; if not, add it to the job':
    '可能用同一主机的另一个名字抓取；如果不是，把它加进抓取任务',
  '{0} not scraped yet': '{0}尚未抓取',
  'look again after a scrape interval': '一个抓取间隔后再检查',
  '{0} up': '{0}在线',
  vLLM: 'vLLM',
  'Prometheus has no targets at all': 'Prometheus 没有任何目标',
  'its jobs: {0}': '现有任务：{0}',
  'no target is {0}; {1}': '没有 {0} 的目标；{1}',
  'Add a scrape job to prometheus.yml and reload it (in Kubernetes: a PodMonitor or ServiceMonitor that its selectors pick):':
    '在 prometheus.yml 里加一个抓取任务并重新加载（Kubernetes 中：加一个会被选中的 PodMonitor 或 ServiceMonitor）：',
  '{0} of {1} down: {2}: {3}': '{1}中有 {0} 个宕机：{2}：{3}',
  'no error told': '没有错误信息',
  "Nothing listens there: the engine is loading or dead, or has another port. See its log, and from Prometheus' host:":
    '那里没有监听：引擎仍在加载、已挂掉，或换了端口。看日志，并从 Prometheus 所在主机执行：',
  ' (now {0} s)': '（目前 {0} s）',
  "It answers too late or not at all: see how long it takes; if it is merely slow, raise the job's scrape_timeout{0}:":
    '响应过慢或没有响应：看它要多久；如果只是慢，调大抓取任务的 scrape_timeout{0}：',
  'It asks for credentials: give them to the scrape job:': '它要求凭据：给抓取任务配上：',
  "The path is not vLLM's; set it in the scrape job:": '路径不是 vLLM 的；在抓取任务里设置：',
  'What answers is no metrics page: correct port and path of the scrape job. This shows what is there:':
    '返回的不是指标页：改正抓取任务的端口和路径。用这条看那里是什么：',
  'Prometheus does not know the name: correct it in the scrape job, or the DNS.':
    'Prometheus 解析不了该名字：改正抓取任务或 DNS。',
  "See what is there from Prometheus' own host:": '从 Prometheus 所在主机看那里是什么：',
  '{0} engine': '{0} 个引擎',
  '{0} engines': '{0} 个引擎',
  '{0} target': '{0} 个目标',
  '{0} targets': '{0} 个目标',
}
