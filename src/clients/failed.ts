import type { AccessLine } from './access-line.ts'

/** Statuses of requests that failed, as a regular expression of any dialect, to be anchored at both ends. */
export const FAILED_STATUS = '5[0-9][0-9]|499|0|-1'

/** The server's errors, given up by the client (499 is nginx's word for it), and no answer at all. */
export function isFailedStatus(status: number): boolean {
  return (status >= 500 && status <= 599) || status === 499 || status === 0 || status === -1
}

/** A proxy's word for a server that closed or refused the connection; vLLM itself never answers it. */
export const BAD_GATEWAY = 502

/** Too many requests: a limit stood before the engines, and none of them saw it. */
export const LIMITED = 429

/** By its status, or by what the proxy says beside it. */
export function hasFailed({ status, isGivenUp }: AccessLine): boolean {
  return isGivenUp === true || (status !== undefined && isFailedStatus(status))
}
