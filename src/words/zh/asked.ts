/** Of what requests ask for: adapters, grammars; and what an action does. */
export const ASKED: Readonly<Record<string, string>> = {
  'read-only': '只读',
  reversible: '可回退',
  disruptive: '有中断',
  '{0} scaled away by name': '点名缩容 {0} 个',
  'are a few requests far slower than the mean? Compare the P99 of the first token and between tokens with an hour ago':
    '是否有少数请求远慢于均值？把首 token 和 token 间延迟的 P99 与一小时前比较',
  'LoRA adapters loaded in half an hour, by its log': '半小时内加载的 LoRA 适配器数（据日志）',
  'grammars looked up': '查找的 grammar 数',
  'vllm-ascend counts them; of vLLM itself only requests that it logs tell':
    'vllm-ascend 有此计数；vLLM 本身只能从它记录的请求看出',
  'Are first tokens late in the tail while LoRA adapters are loaded?':
    '加载 LoRA 适配器期间，首 token 的尾部延迟是否偏高？',
  'requests wait in the engines: look there first': '有请求在引擎中排队：先看那里',
  'send two requests with an adapter that nobody has used yet: the first slow and the second fast is the load':
    '用一个尚未用过的适配器连发两个请求：先慢后快就是加载所致',
  "grep 'Loaded new LoRA adapter' in the log of vLLM; send two requests with an adapter that nobody has used yet":
    "在 vLLM 日志中 grep 'Loaded new LoRA adapter'；用一个尚未用过的适配器连发两个请求",
  'LoRA adapters are loaded on {0}, and first tokens are late in the tail: the first request of an adapter may wait for the load.':
    '{0} 上正在加载 LoRA 适配器，首 token 的尾部延迟偏高：每个适配器的首个请求可能要等它加载。',
  'Which adapters, and how long does one take?': '是哪些适配器，加载一个要多久？',
  'Load adapters before they are asked for: --lora-modules at the start, or a request with each of them':
    '在被请求之前先加载适配器：启动时用 --lora-modules，或对每个各发一个请求',
  'Send requests of one adapter to the same instances': '把同一适配器的请求发往相同的实例',
  'Keep adapters on a local disk, and raise --max-cpu-loras so that they stay in memory':
    '把适配器放在本地磁盘，并调大 --max-cpu-loras 使其常驻内存',
  'Are more requests bound to a grammar (structured output) since tokens are slower?':
    '自 token 变慢以来，受 grammar 约束（结构化输出）的请求是否变多？',
  'did requests with a response_format become more when tokens became slower? Count them at the gateway':
    'token 变慢时，带 response_format 的请求是否变多？在网关上统计',
  'tokens of requests with a response_format beside those without: are only the former slow, or all while such run?':
    '对比带与不带 response_format 的请求的 token：只有前者慢，还是有这类请求时全都慢？',
  '{0} ask for a structured output (was {1}), and tokens are slower: the mask of a grammar is computed by the CPU at each step.':
    '要求结构化输出的有 {0}（此前 {1}），token 变慢：每个 step 都要由 CPU 计算 grammar 的掩码。',
  'Requests with a structured output run while tokens are slow: the mask of a grammar is computed by the CPU at each step.':
    'token 变慢时有结构化输出的请求在运行：每个 step 都要由 CPU 计算 grammar 的掩码。',
  'Who sends them? Requests with response_format or guided_… at the gateway, by client':
    '是谁在发？在网关上按客户端查看带 response_format 或 guided_… 的请求',
  'Limit those requests at the gateway, and see whether the others are fast again':
    '在网关上限制这些请求，看其余请求是否恢复速度',
  'Start one instance with another backend of --structured-outputs-config (xgrammar, guidance), and compare':
    '用 --structured-outputs-config 的另一个后端（xgrammar、guidance）启动一个实例，对比效果',
  'Give them instances of their own, and keep schemas small and few: each is compiled once':
    '为它们单独分配实例，并让 schema 小而少：每个只编译一次',
}
