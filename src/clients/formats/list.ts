import type { AccessFormat } from '../access-line.ts'
import { apisixAccess } from './apisix-access.ts'
import { apisixLog } from './apisix-log.ts'
import { awsAlb } from './aws-alb.ts'
import { awsClassicElb } from './aws-classic-elb.ts'
import { caddy } from './caddy.ts'
import { cloudflare } from './cloudflare.ts'
import { commonLog } from './common-log.ts'
import { envoyGatewayJson } from './envoy-gateway-json.ts'
import { envoy } from './envoy.ts'
import { gcpLb } from './gcp-lb.ts'
import { gunicorn } from './gunicorn.ts'
import { haproxy } from './haproxy.ts'
import { higress } from './higress.ts'
import { ingressNginx } from './ingress-nginx.ts'
import { istioJson } from './istio-json.ts'
import { istio } from './istio.ts'
import { json } from './json.ts'
import { kongAccess } from './kong-access.ts'
import { kongLog } from './kong-log.ts'
import { litellm } from './litellm.ts'
import { nginxCombined } from './nginx-combined.ts'
import { nginxJson } from './nginx-json.ts'
import { nginxMain } from './nginx-main.ts'
import { traefikClf } from './traefik-clf.ts'
import { traefikJson } from './traefik-json.ts'
import { uvicorn } from './uvicorn.ts'

/** Every format there is. Of two that read the same line, the earlier one tells more of it. */
export const FORMATS: readonly AccessFormat[] = [
  uvicorn,
  ingressNginx,
  nginxMain,
  nginxCombined,
  kongAccess,
  traefikClf,
  apisixAccess,
  gunicorn,
  haproxy,
  istio,
  envoy,
  awsAlb,
  awsClassicElb,
  higress,
  envoyGatewayJson,
  istioJson,
  kongLog,
  apisixLog,
  traefikJson,
  caddy,
  gcpLb,
  litellm,
  cloudflare,
  nginxJson,
  json,
  commonLog,
]
