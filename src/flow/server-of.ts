import type { ServerConfig } from '../config/config.ts'
import type { PrometheusConfig } from '../evidence/sources/prometheus/config.ts'

/** Secrets are revealed here, to be held by the source alone. */
export function serverOf({ bearerToken, basicAuth, ...server }: ServerConfig): Omit<PrometheusConfig, 'selector'> {
  return {
    ...server,
    ...(bearerToken === undefined ? {} : { bearerToken: bearerToken.reveal() }),
    ...(basicAuth === undefined
      ? {}
      : { basicAuth: { username: basicAuth.username, password: basicAuth.password.reveal() } }),
  }
}
