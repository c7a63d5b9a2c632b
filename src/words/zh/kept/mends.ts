/** The settings that make a source name clients. */
export const KEPT_MENDS: Readonly<Record<string, string>> = {
  'start vLLM with the variable FORWARDED_ALLOW_IPS set to the addresses of the gateway (a list or a range, never *), and let the gateway send X-Forwarded-For':
    '启动 vLLM 时把环境变量 FORWARDED_ALLOW_IPS 设为网关的地址（列表或网段，不要用 *），并让网关发送 X-Forwarded-For',
  'set use-forwarded-headers: "true" and proxy-real-ip-cidr to the load balancer\'s range in the ConfigMap of ingress-nginx, or externalTrafficPolicy: Local on its Service':
    '在 ingress-nginx 的 ConfigMap 中设 use-forwarded-headers: "true"，并把 proxy-real-ip-cidr 设为负载均衡器的网段；或在其 Service 上设 externalTrafficPolicy: Local',
  "set trusted_ips to the load balancer's range and real_ip_header = X-Forwarded-For in kong.conf; or log consumers, who need no address":
    '在 kong.conf 中把 trusted_ips 设为负载均衡器的网段，并设 real_ip_header = X-Forwarded-For；或记录 consumer，就不需要地址',
  'set real_ip_header: X-Forwarded-For and real_ip_from under nginx_config.http of APISIX; or log consumer_name':
    '在 APISIX 的 nginx_config.http 下设 real_ip_header: X-Forwarded-For 和 real_ip_from；或记录 consumer_name',
  'set meshConfig.defaultConfig.gatewayTopology.numTrustedProxies of Istio to the number of proxies before its gateway':
    '把 Istio 的 meshConfig.defaultConfig.gatewayTopology.numTrustedProxies 设为其网关之前的代理层数',
  "set xff_num_trusted_hops (numTrustedHops in Envoy Gateway's ClientTrafficPolicy) to the number of proxies before Envoy, and log x-forwarded-for":
    '把 xff_num_trusted_hops（Envoy Gateway 的 ClientTrafficPolicy 中为 numTrustedHops）设为 Envoy 之前的代理层数，并记录 x-forwarded-for',
  "set entryPoints.<name>.forwardedHeaders.trustedIPs of Traefik to the load balancer's range":
    '把 Traefik 的 entryPoints.<name>.forwardedHeaders.trustedIPs 设为负载均衡器的网段',
  'add `option forwardfor` before HAProxy and log its header (capture request header X-Forwarded-For len 64), or send the PROXY protocol and bind with accept-proxy':
    '在 HAProxy 之前加 `option forwardfor`，并记录该请求头（capture request header X-Forwarded-For len 64）；或发送 PROXY 协议，bind 时加 accept-proxy',
  "set servers > trusted_proxies in Caddy to the load balancer's range":
    '把 Caddy 的 servers > trusted_proxies 设为负载均衡器的网段',
  "the address in a log of ALB is the peer's: set client IP preservation on what stands before it, or read X-Forwarded-For in the log behind it":
    'ALB 日志里的地址是对端的：在它之前的一层开启保留客户端 IP，或读它之后日志里的 X-Forwarded-For',
  'set general_settings.use_x_forwarded_for: true in LiteLLM; or name keys by alias, which need no address':
    '在 LiteLLM 中设 general_settings.use_x_forwarded_for: true；或给 key 起别名，就不需要地址',
  'add set_real_ip_from <range of the load balancer>, real_ip_header X-Forwarded-For and real_ip_recursive on to nginx':
    '在 nginx 中加 set_real_ip_from（负载均衡器的网段）、real_ip_header X-Forwarded-For 和 real_ip_recursive on',
  'let the gateway send X-Forwarded-For and name its addresses to vLLM in FORWARDED_ALLOW_IPS; or add the access log of the gateway itself under access_logs':
    '让网关发送 X-Forwarded-For，并把它的地址写进 vLLM 的 FORWARDED_ALLOW_IPS；或在 access_logs 下加网关自己的访问日志',
  'put an auth plugin on the route, so that requests have a consumer': '给路由加认证插件，请求才会带 consumer',
  'set controller.metricsRequestHeaderAttributes, such as x-user-id:user.id':
    '设置 controller.metricsRequestHeaderAttributes，例如 x-user-id:user.id',
  'put a key-auth or jwt-auth plugin on the AI route, so that requests have a consumer':
    '给 AI 路由加 key-auth 或 jwt-auth 插件，请求才会带 consumer',
  'set labelsContext=source_namespace,source_workload,destination_workload on the httpV2 metrics':
    '在 httpV2 指标上设 labelsContext=source_namespace,source_workload,destination_workload',
  'put the clients into the mesh: without a sidecar source_workload is unknown':
    '让客户端加入网格：没有 sidecar 时 source_workload 未知',
  'set per_consumer: true and status_code_metrics: true on the prometheus plugin, and an auth plugin on the route':
    '在 prometheus 插件上设 per_consumer: true 和 status_code_metrics: true，并给路由加认证插件',
  'give keys an alias, and keep api_key_alias among the labels of the prometheus callback':
    '给 key 起别名，并在 prometheus callback 的标签中保留 api_key_alias',
}
