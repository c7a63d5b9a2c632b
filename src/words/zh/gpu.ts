/** GPUs. */
export const GPU: Readonly<Record<string, string>> = {
  'Is one instance slower than its peers, with GPUs that draw unevenly or have reported an XID within the hour?':
    '是否有一个实例比同组实例慢，且其 GPU 功耗不均，或一小时内报告过 XID？',
  'compare its inter-token latency with its own of yesterday: one that was always slower is of other hardware or configuration':
    '把它的 token 间延迟与它自己昨天的对比：一直就慢的，是硬件或配置不同',
  'on its node: cat /proc/pressure/cpu, and mpstat -P ALL 5 1':
    '在其节点上：cat /proc/pressure/cpu，以及 mpstat -P ALL 5 1',
  'on its node: nvidia-smi nvlink -e, and DCGM_FI_DEV_PCIE_REPLAY_COUNTER':
    '在其节点上：nvidia-smi nvlink -e，以及 DCGM_FI_DEV_PCIE_REPLAY_COUNTER',
  'on the slow node, under load: nvidia-smi --query-gpu=index,clocks.sm,power.draw,pcie.link.width.current --format=csv -l 1':
    '在慢节点上，带负载执行：nvidia-smi --query-gpu=index,clocks.sm,power.draw,pcie.link.width.current --format=csv -l 1',
  'Send less to {0}': '少给 {0} 分流量',
  'Under load, which GPU draws least at full clock?': '带负载时，哪块 GPU 在满频下功耗最低？',
  'Drain {0}, time the same kernel on each of its GPUs against what each took before, and reset the slow one':
    '排空 {0}，在其每块 GPU 上对同一 kernel 计时，与各自此前的耗时对比，并重置慢的那块',
  'Keep such a time of each GPU, taken when it is well: to tell a card from its twin proves nothing':
    '在每块 GPU 正常时留存这样的计时：只拿两张同型号的卡互比说明不了问题',
  'Give it its share again when the slow GPU keeps up': '慢的 GPU 跟上后，恢复该实例的份额',
  'Does a GPU report a hardware error under an instance that is down, hung or has started again?':
    '宕机、卡死或重启过的实例，其 GPU 是否报告硬件错误？',
  'its last words before the start: kubectl logs <pod> --previous --tail=200; was it a deploy?':
    '启动前最后的日志：kubectl logs <pod> --previous --tail=200；是否是发布？',
  "on the instance's node: dmesg | grep -i xid; nvidia-smi -q -d ECC,ROW_REMAPPER (AMD: amd-smi metric --ecc)":
    '在实例的节点上：dmesg | grep -i xid; nvidia-smi -q -d ECC,ROW_REMAPPER（AMD：amd-smi metric --ecc）',
  "{0} does not answer Prometheus' scrapes": '{0} 对 Prometheus 的抓取无响应',
  'Take {0} out of the balancer': '把 {0} 从负载均衡器摘除',
  'Save what a reset destroys': '先保存重置会毁掉的现场',
  'Drain the node and reset the GPU: a restart of the engine alone comes back to the same GPU':
    '排空节点并重置 GPU：只重启引擎会回到同一块 GPU',
  'Does it come again on the same PCI address? Then have the card replaced': '是否在同一 PCI 地址再次出现？是则换卡',
  'Alert on new hardware XIDs, and on GPUs that are missing from the exporter':
    '对新的硬件 XID，以及从 exporter 中消失的 GPU 告警',
  'Give the instance its share again when the GPU has passed dcgmi diag': 'GPU 通过 dcgmi diag 后，恢复该实例的份额',
  'an error': '未知错误',
  'XID {0}: {1}': 'XID {0} {1}',
  'memory errors that could not be corrected': '无法纠正的显存错误',
  'a fault, by the log': 'GPU 故障（据日志）',
  'compare inter-token latency with an hour ago: a clock that is down while idle slows nobody':
    '把 token 间延迟与一小时前对比：空闲时降下来的时钟不会拖慢任何请求',
  'Does heat hold GPU clocks down?': '是否因过热压低了 GPU 时钟？',
  heat: '过热',
  'airflow, fans and inlet temperature': '气流、风扇和进风温度',
  'memory temperature': '显存温度',
  'Does the power limit hold GPU clocks down?': '是否因功耗上限压低了 GPU 时钟？',
  'the power limit': '功耗上限',
  'the power limit (nvidia-smi -q -d POWER), PSU and BMC caps': '功耗上限（nvidia-smi -q -d POWER）、PSU 和 BMC 的限制',
  'power beside clocks': '功耗（与时钟一并）',
  'read the throttle reasons: nvidia-smi -q -d PERFORMANCE': '查看降频原因：nvidia-smi -q -d PERFORMANCE',
  'on each node: nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE':
    '在每个节点上：nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE',
  'GPU clocks are held down by {0} on {1}: every token takes longer.':
    '{1} 的 GPU 时钟因{0}被压低：每个 token 都变慢。',
  'Shed load at the gateway: no instance is left to send it to': '在网关丢弃部分负载：已没有实例可以分流',
  'Send less to {0}, or drain it': '少给 {0} 分流量，或把它排空',
  'Read the throttle reasons on the node': '在节点上查看降频原因',
  'Look after {0} on that node': '在该节点上排查：{0}',
  'Alert on the SM clock under load and scrape {0}': '对负载下的 SM 时钟设告警，并抓取{0}',
  'Give the instance its share again when the clock is back': '时钟恢复后，恢复该实例的份额',
  '{0} {1}: {2}': '{0} {1}：{2}',
  idle: '空闲',
  'clocks set by hand': '时钟被手动设定',
  'software power cap': '软件功耗上限',
  'hardware slowdown': '硬件降频',
  'sync boost': '同步加速（sync boost）',
  'software thermal slowdown': '软件过热降频',
  'hardware thermal slowdown': '硬件过热降频',
  'hardware power brake': '硬件 power brake',
  'display clocks': '显示时钟',
  'says {0}': '显示{0}',
  '{0} or {1}': '{0}或{1}',
  'least < {0} of most at one clock, and an hour ago it was not': '同一时钟频率下最低 < 最高的 {0}，且一小时前不是这样',
  'double-bit memory error': '双位显存错误',
  'internal controller halted': '内部控制器停机',
  'memory row could not be given up': '显存行重映射失败',
  'NVLink error': 'NVLink 错误',
  'GPU has fallen off the bus': 'GPU 掉卡（fallen off the bus）',
  'many memory errors': '显存错误过多',
  'contained memory error': '已隔离的显存错误（contained）',
  'uncontained memory error': '未隔离的显存错误（uncontained）',
  'GPU system processor does not answer': 'GPU 系统处理器（GSP）无响应',
  'GPU system processor error': 'GPU 系统处理器（GSP）错误',
  'link training failed': '链路训练失败',
  'unrecovered memory error': '未恢复的显存错误',
  'GPU initialisation failed': 'GPU 初始化失败',
  "an XID that an hour ago was not there and is no application's": '一小时前没有、且不属于应用错误的 XID',
  'a hardware XID that an hour ago was not there': '一小时前没有的硬件 XID',
  'A GPU of {0} is slow without a throttle that says why: {1}.': '{0} 的一块 GPU 变慢，且没有降频原因可以解释：{1}。',
  'GPUs of {0} are slow without a throttle that says why: {1}.': '{0} 的 GPU 变慢，且没有降频原因可以解释：{1}。',
  'A GPU under {0} reports {1}; the instance has started again since.': '{0} 所在的 GPU 报错：{1}；实例此后已重启。',
  'GPUs under {0} report {1}; the instances have started again since.':
    '{0} 所在的 GPU 报错：{1}；这些实例此后已重启。',
  'A GPU under {0} reports {1}; the instance is not well since.': '{0} 所在的 GPU 报错：{1}；实例此后一直异常。',
  'GPUs under {0} report {1}; the instances are not well since.': '{0} 所在的 GPU 报错：{1}；这些实例此后一直异常。',
}
