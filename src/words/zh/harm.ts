/** Readings that are of no healthy fleet, or cannot all be true. */
export const HARM: Readonly<Record<string, string>> = {
  'Cannot all be true': '不可能同时成立',
  '{0}, yet each instance that was read has none': '{0}，但读到的每个实例都是 0',
  '{0}, yet an instance has {1}': '{0}，但有实例为 {1}',
  '{0}, yet {1}': '{0}，但 {1}',
  'readings contradict each other: {0}': '读数互相矛盾：{0}',
  'what could not be read may show harm: kubectl get pods, and the counters of the engines':
    '没读到的数据里可能有异常：kubectl get pods，并查看引擎的计数器',
  'not of a healthy fleet: {0}': '健康的机群不会这样：{0}',
  'as many as requests finish': '与完成的请求一样多',
  "I can't tell: 1 of {0} questions is open for want of readings.": '无法判断：{0} 个问题中有 1 个因缺少读数而未决。',
  "I can't tell the cause: the readings are not those of a healthy fleet; open for want of others: {0} of {1} questions.":
    '无法判断原因：这些读数不是健康机群的读数；另有 {0}/{1} 个问题因缺少读数而未决。',
  'does its scrape fail? Look at up and vllm:num_requests_running of it side by side':
    '它的抓取真的失败了吗？对照查看它的 up 与 vllm:num_requests_running',
  '{0}, and its readings are there, though its scrape is said to fail: one of the two is wrong.':
    '{0}，读数也在，但显示抓取失败：两者必有一错。',
  '{0}, and readings of them are there, though their scrapes are said to fail: one of the two is wrong.':
    '{0}，读数也在，但显示抓取失败：两者必有一错。',
  '{0}, but their metrics cannot be scraped: I am blind to what they do.': '{0}，但抓取不到指标：看不到它们在做什么。',
  'their scrapes fail while whyslow is answered there: this is no reason for a restart':
    '它们抓取失败，但 whyslow 直接请求有响应：这不是重启的理由',
  'what I do read: {0}': '能读到的有：{0}',
  'no all-clear, for want of: {0}': '缺少这些读数，不能算健康：{0}',
  'no all-clear, for want of: {0} and {1} more': '缺少这些读数，不能算健康：{0} 等，另有 {1} 项',
  'no question could be answered: nothing was read that would': '没有一个问题能回答：所需读数都没有读到',
}
