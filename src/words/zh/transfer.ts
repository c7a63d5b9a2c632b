/** What lies between prefill and decode, where they are apart. */
export const TRANSFER: Readonly<Record<string, string>> = {
  'Do transfers of KV blocks between prefill and decode fail?': 'prefill 与 decode 之间的 KV 块传输是否失败？',
  'does anybody feel it? Time to first token, and instances that are down':
    '有人受影响吗？看首 token 时间，以及有没有宕机的实例',
  "NIXL's errors in the log of the decode side, and the NIC's error counters":
    'decode 侧日志里的 NIXL 错误，以及 NIC 的错误计数',
  'kubectl rollout history of the decode side: transfers to an instance that is stopped fail as well':
    'decode 侧的 kubectl rollout history：传往正在停止的实例也会失败',
  'increase(vllm:nixl_num_failed_transfers_total[5m])': 'increase(vllm:nixl_num_failed_transfers_total[5m])',
  'KV transfers between prefill and decode fail ({0}): look at the network, not at the side that logs this.':
    'prefill 与 decode 之间的 KV 传输失败（{0}）：查网络，不要查报日志的那一侧。',
  'Errors of the NICs': 'NIC 的错误',
  'Does one host or one link show in all of them? Take it out': '是否所有失败都涉及同一台主机或同一条链路？把它摘除',
  'Restart the decode instances that died of it': '重启因此挂掉的 decode 实例',
  'Alert on failed transfers and on NIC errors': '对传输失败和 NIC 错误设告警',
  'Does prefill stand idle because decode has no KV blocks left to take over?':
    '是否因为 decode 没有 KV 块可接，prefill 才闲着？',
  'time of a transfer over its bytes: vllm:nixl_xfer_time_seconds and vllm:nixl_bytes_transferred':
    '传输时间除以字节数：vllm:nixl_xfer_time_seconds 和 vllm:nixl_bytes_transferred',
  'which instances prefill and which decode? An idle one of the same role is a skew':
    '哪些实例做 prefill，哪些做 decode？同角色里有闲着的，就是倾斜',
  "kv_role in each instance's --kv-transfer-config: two decode instances, one full and one idle, are a skew":
    '各实例 --kv-transfer-config 里的 kv_role：两个 decode 实例一满一闲，就是倾斜',
  'KV usage and running requests of the prefill and of the decode side':
    'prefill 侧和 decode 侧的 KV 使用率和运行中请求',
  'The decode side is full and the prefill side idle: prefill waits for decode to take its KV blocks.':
    'decode 侧满，prefill 侧闲：prefill 在等 decode 接走它的 KV 块。',
  'Admit fewer requests at the gateway until decode has blocks': '在网关减少放行的请求，直到 decode 有空闲块',
  'Add decode instances, or turn prefill instances into decode instances':
    '增加 decode 实例，或把 prefill 实例改成 decode 实例',
  'Size decode by the KV blocks of all requests in flight, and prefill by tokens a second':
    'decode 按全部在途请求的 KV 块定容量，prefill 按每秒 token 数定容量',
  'Are transfers of KV blocks slow?': 'KV 块的传输是否慢？',
  'is a transfer long enough to be felt? mean of vllm:nixl_xfer_time_seconds':
    '单次传输长到能感觉出来吗？vllm:nixl_xfer_time_seconds 的均值',
  'longer prompts take longer to transfer: time over bytes, vllm:nixl_bytes_transferred':
    '提示词越长传输越久：看时间除以字节数，vllm:nixl_bytes_transferred',
  'KV usage of the decode side: a full one takes no blocks': 'decode 侧的 KV 使用率：满了就不再接块',
  'mean of vllm:nixl_xfer_time_seconds over the mean of vllm:nixl_bytes_transferred':
    'vllm:nixl_xfer_time_seconds 的均值除以 vllm:nixl_bytes_transferred 的均值',
  'KV blocks go from prefill to decode too slowly: {0}.': 'KV 块从 prefill 到 decode 传得太慢：{0}。',
  'Which transport was chosen? Look for TCP in the start log; it tells more if the pod was started with UCX_LOG_LEVEL=info':
    '选了哪种传输方式？在启动日志里找 TCP；pod 启动时带 UCX_LOG_LEVEL=info 能看到更多',
  'Give the pods RDMA devices, or cuda_ipc on one host; or a connector that pushes':
    '给 pod 配 RDMA 设备，同主机则用 cuda_ipc；或换用推送式 connector',
  'Alert on the time for a GB of KV blocks': '对每 GB KV 块的传输时间设告警',
}
