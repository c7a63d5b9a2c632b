// Pages as servers write them, small: what a fuzzer starts from where no recordings are.

const CLASSIC = String.raw`# HELP python_gc_objects_collected_total Objects collected during gc
# TYPE python_gc_objects_collected_total counter
python_gc_objects_collected_total{generation="0"} 11452.0
# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="Qwen/Qwen2.5-7B-Instruct"} 12.0
vllm:num_requests_running{engine="1",model_name="a \"model\" } of, {many} \\ parts\n"} 0.0
# TYPE vllm:generation_tokens_total counter
vllm:generation_tokens_total{engine="0",model_name="m"} 3.5915956224e+010
vllm:generation_tokens_created{engine="0",model_name="m"} 1.78504891014e+09
# TYPE vllm:time_to_first_token_seconds histogram
vllm:time_to_first_token_seconds_bucket{engine="0",le="0.001",model_name="m"} 0.0
vllm:time_to_first_token_seconds_bucket{engine="0",le="+Inf",model_name="m"} 520.0
vllm:time_to_first_token_seconds_count{engine="0",model_name="m"} 520.0
vllm:time_to_first_token_seconds_sum{engine="0",model_name="m"} 50026.1
vllm:gpu_prefix_cache_hit_rate{model_name="m"} -1.0
vllm:cache_config_info{block_size="16",cache_dtype="auto",num_gpu_blocks="None",sliding_window="None"} 1.0
`

const OPENMETRICS = `# HELP vllm:prompt_tokens Number of prefill tokens processed.
# TYPE vllm:prompt_tokens counter
vllm:prompt_tokens_total{model_name="m",engine="0"} 1234.0 # {trace_id="a}b"} 1.0 1700000000.123
# TYPE vllm:e2e_request_latency_seconds histogram
# UNIT vllm:e2e_request_latency_seconds seconds
vllm:e2e_request_latency_seconds_bucket{model_name="m",engine="0",le="+Inf"} NaN 1700000000.5
# EOF
`

const STORED = `up{instance="10.0.0.1:8000",job="vllm"} 1 1700000000000
{"vllm.num_requests.running","k8s.pod.name"="vllm-0",} 3 1700000015000
ray_vllm:num_requests_waiting{ReplicaId="x",WorkerId="y",} +Inf 1700000015000
DCGM_FI_DEV_GPU_TEMP{gpu="0", UUID="GPU-1", modelName="NVIDIA H100", pod=""} 9223372036854775794
`

const PROXY = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center>
nginx 1
</body></html>
`

const JSON_BODY = '{"error":{"message":"Not Found","type":"NotFoundError","code":404}}\n'

export const PAGES = [CLASSIC, OPENMETRICS, STORED, CLASSIC.replaceAll('\n', '\r\n'), PROXY, JSON_BODY] as const
