/** What makes a gateway's log, or the engines' behind it, name the client instead of the hop before. */
const MENDS = {
  uvicorn:
    'start vLLM with the variable FORWARDED_ALLOW_IPS set to the addresses of the gateway (a list or a range, never *), and let the gateway send X-Forwarded-For',
  'ingress-nginx':
    'set use-forwarded-headers: "true" and proxy-real-ip-cidr to the load balancer\'s range in the ConfigMap of ingress-nginx, or externalTrafficPolicy: Local on its Service',
  kong: "set trusted_ips to the load balancer's range and real_ip_header = X-Forwarded-For in kong.conf; or log consumers, who need no address",
  apisix:
    'set real_ip_header: X-Forwarded-For and real_ip_from under nginx_config.http of APISIX; or log consumer_name',
  istio:
    'set meshConfig.defaultConfig.gatewayTopology.numTrustedProxies of Istio to the number of proxies before its gateway',
  envoy:
    "set xff_num_trusted_hops (numTrustedHops in Envoy Gateway's ClientTrafficPolicy) to the number of proxies before Envoy, and log x-forwarded-for",
  traefik: "set entryPoints.<name>.forwardedHeaders.trustedIPs of Traefik to the load balancer's range",
  haproxy:
    'add `option forwardfor` before HAProxy and log its header (capture request header X-Forwarded-For len 64), or send the PROXY protocol and bind with accept-proxy',
  caddy: "set servers > trusted_proxies in Caddy to the load balancer's range",
  alb: "the address in a log of ALB is the peer's: set client IP preservation on what stands before it, or read X-Forwarded-For in the log behind it",
  litellm: 'set general_settings.use_x_forwarded_for: true in LiteLLM; or name keys by alias, which need no address',
  nginx:
    'add set_real_ip_from <range of the load balancer>, real_ip_header X-Forwarded-For and real_ip_recursive on to nginx',
} as const

/** Where it is not known what stands before the engines. */
const ANY =
  'let the gateway send X-Forwarded-For and name its addresses to vLLM in FORWARDED_ALLOW_IPS; or add the access log of the gateway itself under access_logs'

/** In the order in which one format's name holds another's: `ingress-nginx` before `nginx`. */
const KINDS = [
  'uvicorn',
  'ingress-nginx',
  'kong',
  'apisix',
  'istio',
  'envoy',
  'traefik',
  'haproxy',
  'caddy',
  'alb',
  'litellm',
  'nginx',
] as const

/** @param formats as the source found them, the most frequent first, such as `ingress-nginx in cri` */
export function mendFor(formats: readonly string[]): string {
  const [first = ''] = formats
  const kind = KINDS.find((name) => first.includes(name))
  return kind === undefined ? ANY : MENDS[kind]
}
