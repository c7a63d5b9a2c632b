import type { Family } from './family.ts'

function family(type: Family['type'], id: string, name: string): Family {
  return { id, type, names: [name] }
}

// ingress-nginx, its docs/user-guide/monitoring.md; counters of requests carry no `_total`.

/** By `status`, as the client sees it: 499 is one that left, 504 the gateway's patience at its end. */
export const gatewayAnswers = family('counter', 'gateway_answers', 'nginx_ingress_controller_requests')
/** From the first byte sent to the server behind to the last one got from it. */
export const gatewayUpstream = family(
  'histogram',
  'gateway_upstream',
  'nginx_ingress_controller_response_duration_seconds',
)
export const gatewayCpuSeconds = family(
  'counter',
  'gateway_cpu_seconds',
  'nginx_ingress_controller_nginx_process_cpu_seconds_total',
)
export const gatewayProcesses = family('gauge', 'gateway_processes', 'nginx_ingress_controller_nginx_process_num_procs')
/** Of the master, which stays when its configuration is loaded anew. */
export const gatewayStart = family(
  'gauge',
  'gateway_start',
  'nginx_ingress_controller_nginx_process_oldest_start_time_seconds',
)

// Envoy, its docs on the statistics of a cluster.

/** Requests to the servers behind, each attempt counted. */
export const envoyAttempts = family('counter', 'envoy_attempts', 'envoy_cluster_upstream_rq_total')
export const envoyRetried = family('counter', 'envoy_retried', 'envoy_cluster_upstream_rq_retry')
export const envoyTimedOut = family('counter', 'envoy_timed_out', 'envoy_cluster_upstream_rq_timeout')
/** Refused by its own circuit breaker. */
export const envoyOverflowed = family('counter', 'envoy_overflowed', 'envoy_cluster_upstream_rq_pending_overflow')
/** Servers behind, and those that its checks let through; of every cluster of that Envoy. */
export const envoyMembers = family('gauge', 'envoy_members', 'envoy_cluster_membership_total')
export const envoyHealthy = family('gauge', 'envoy_healthy', 'envoy_cluster_membership_healthy')

// Gateways for models (Envoy AI Gateway, agentgateway), by OpenTelemetry's conventions for generative AI.

/** From the request's arrival there to the first token that it saw. */
export const gatewayFirstTokenTime: Family = {
  id: 'gateway_first_token_time',
  type: 'histogram',
  names: [
    'gen_ai_server_time_to_first_token_seconds',
    'gen_ai_server_time_to_first_token',
    'agentgateway_gen_ai_server_time_to_first_token',
  ],
}

// vLLM's production-stack router, its src/vllm_router/routers/metrics_router.py: by server, 1 or 0.

export const routerHealthy = family('gauge', 'router_healthy', 'vllm:healthy_pods_total')
