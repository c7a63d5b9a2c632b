/** What sources of clients say of themselves. */
export const KEPT_CLIENTS: Readonly<Record<string, string>> = {
  'access log': '访问日志',
  'client series': '客户端序列',
  "the top address is one of the fleet's own ({0})": '排在最前的地址是机群自己的（{0}）',
  '{0} carries {1} of the requests': '{0} 承载了 {1} 的请求',
  '{0} carry {1} of the requests': '{0} 承载了 {1} 的请求',
  '{0}, as before': '{0}，与之前一样',
  '{0} and {1} more': '{0} 及另外 {1} 个',
  'attribution stops at the gateway: {0}': '只能归因到网关：{0}',
  '1 request had 429 for an answer: a limit refused it, so it is in no part':
    '1 个请求被限流拒绝（429），不计入任何占比',
  '{0} requests had 429 for an answer': '{0} 个请求被限流拒绝（429）',
  '{0}, {1} of them of {2}': '{0}，其中 {1} 来自 {2}',
  '{0}: a limit refused them, so they are in no part': '{0}：不计入任何占比',
  'parts are of bytes of requests, which stand in for prompt tokens': '占比按请求字节数计算，用来代替提示词 token',
  'parts are of requests: a few with long prompts can be more load than many':
    '占比按请求数计算：少数长提示词请求的负载可能超过大量短请求',
  'it sees {0} of what the engines count: another service may be in it':
    '它看到的量是引擎统计的 {0}：里面可能混有别的服务',
  'a user agent is what the client calls itself': 'user agent 由客户端自己填写',
  '{0}: not read ({1})': '{0}：未读到（{1}）',
  '{0}: not read ({1}: {2})': '{0}：未读到（{1}：{2}）',
  '{0} more files could not be read': '另有 {0} 个文件读不了',
  '{0} times have no zone beside them and were read as {1}': '{0} 个时间没有写时区，按 {1} 读取',
  "{0} lines are copies of others by a mesh's second proxy and were left out":
    '{0} 行是服务网格第二层代理的重复记录，已排除',
  '{0} requests have an address that the server took from X-Forwarded-For by a trust of its own: where FORWARDED_ALLOW_IPS is *, anybody can write it':
    '{0} 个请求的地址是服务端自行从 X-Forwarded-For 取得的：若 FORWARDED_ALLOW_IPS 为 *，任何人都能伪造',
  'uvicorn writes a line when the answer starts, and none for a client that left before: few lines are not few requests':
    'uvicorn 在开始响应时才写日志，提前断开的客户端没有记录：行数少不等于请求少',
  'there were more clients than are counted one by one: other sums than requests may miss what a client sent before it was among the largest':
    '客户端太多，无法逐个统计：除请求数外，其他合计可能漏掉某个客户端进入前列之前的部分',
  'the lines carry no time, so all of them are counted as one span; a collector that writes the time (kubectl logs --timestamps) tells when':
    '日志行不带时间，只能合成一段统计；用会写时间的采集方式（kubectl logs --timestamps）可区分先后',
  '{0} requests carry no time and are counted as of the window': '{0} 个请求不带时间，按时间窗内计',
  'the log begins at {0}, inside the window': '日志从 {0} 才开始，在时间窗之内',
  'the log begins at {0}, so there is nothing to compare with': '日志从 {0} 才开始，没有可对比的数据',
  'the log begins at {0}: what is compared with is shorter than asked': '日志从 {0} 才开始：用来对比的时段比要求的短',
  'the lines carry no time: each is counted in the minute in which it was read':
    '日志行不带时间：每行按读到它的那一分钟计',
  'a server that logs when its answer starts has no line for a client that left before: few lines are not few requests':
    '服务端若在开始响应时才写日志，提前断开的客户端就没有记录：行数少不等于请求少',
  'the files are not followed for long enough to compare with the time before':
    '跟踪文件的时间还不够长，无法与之前对比',
  'the files were not read in time': '文件没有在时限内读完',
  'the paths mean no file that can be seen': '这些路径下没有可见的文件',
  'the files hold no lines of that time': '文件里没有该时段的行',
  'no line looks like one of an access log; is it the right file?': '没有一行像访问日志；文件选对了吗？',
  'the lines carry no time: a collector that writes it (CRI, docker, journald) tells when':
    '日志行不带时间：用会写时间的采集方式（CRI、docker、journald）可区分先后',
  'no request of a client was counted in the window': '时间窗内没有统计到客户端请求',
  'the baseline could not be read: {0}': '基线读不到：{0}',
  '{0} could not be read: {1}': '{0}读不到：{1}',
  failures: '失败数',
  'prompt tokens': '提示词 token',
  'output tokens': '输出 token',
  'sizes of requests': '请求大小',
  durations: '耗时',
  tries: '尝试次数',
  'not every client could be counted: there are more than the store tells':
    '未能统计全部客户端：数量超过存储一次能返回的',
  'of each client up to {0} requests may be missing: each shard names its largest':
    '每个客户端最多可能少计 {0} 个请求：各分片只返回自己最大的几个',
  'the search ran out of time: the numbers are of a part of the lines': '查询超时：数字只来自部分日志行',
  '{0} of {1} shards failed: the numbers are of the others': '{1} 个分片中 {0} 个失败：数字来自其余分片',
  'no pod of {0} has {1}': '{0} 中没有 pod 带 {1}',
  'there are more pods than the {0} whose logs were read': 'pod 数量超过已读日志的 {0} 个',
  'it answered something that is no list of pods': '返回的不是 pod 列表',
  'no inference request is among the lines of the window': '时间窗内的日志行里没有推理请求',
  'its lines do not tell which instance was asked: name the field for upstream':
    '日志行没写请求发往哪个实例：请指定 upstream 字段',
  'the baseline': '基线',
  'its log is longer than {0} MiB': '日志超过 {0} MiB',
  '{0}: what it wrote after {1} is not counted': '{0}：{1} 之后写的没有计入',
  'how many speak from one address': '一个地址背后有多少客户端',
  'its lines do not tell how many speak from one address: name the field for user_agent where they have one':
    '日志行没写一个地址背后有多少客户端：若有该字段，请指定 user_agent 字段',
  'when each sent': '各客户端何时发送',
  'what a limit refused': '被限流拒绝的请求',
  'which instance was asked': '请求发往的实例',
  '{0} but {1} that a limit refused (429)': '{0}，只有 {1} 个被限流拒绝（429）',
  'the store named its {0} largest clients; {1} of the requests are of others':
    '存储只给出最大的 {0} 个客户端；{1} 的请求来自其他客户端',
  'no index has the field {0}': '没有索引包含字段 {0}',
  'no index is called {0}': '没有名为 {0} 的索引',
  'it answered something that is not a search with its counts': '返回的不是带计数的查询结果',
  'it answered something that is no object of JSON': '返回的不是 JSON 对象',
  'the logs were not read in time': '日志没有在时限内读完',
  'the pods wrote no line in that time': '这些 pod 在该时段没有写日志',
  'no line of the pods looks like one of an access log': '这些 pod 的日志没有一行像访问日志',
  '{0} before its restart': '{0}（重启之前）',
  'no series here names a client': '这里没有带客户端标签的序列',
  'its series name nobody: {0}': '它的序列没有客户端：{0}',
  'APISIX counts the requests of every route here; gateway_selector narrows it to those of the models':
    'APISIX 在这里统计所有路由的请求；用 gateway_selector 限定到模型的路由',
  'Kong counts the requests of every service here; gateway_selector narrows it to those of the models':
    'Kong 在这里统计所有服务的请求；用 gateway_selector 限定到模型的服务',
  'Istio counts every HTTP request to these workloads, scrapes and health checks included':
    'Istio 统计发往这些工作负载的所有 HTTP 请求，包括抓取和健康检查',
  'the gateway counts a request once its tokens are known: those that failed are missing':
    '网关在得知 token 数后才计数：失败的请求不在内',
  'LiteLLM tells only the requests that an engine answered': 'LiteLLM 只给出引擎已响应的请求',
  'LiteLLM tells only the requests that failed': 'LiteLLM 只给出失败的请求',
}
