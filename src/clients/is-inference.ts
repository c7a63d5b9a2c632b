import type { AccessLine } from './access-line.ts'
import { INFERENCE_PATH } from './inference-paths.ts'

const PATH = new RegExp(`^(?:${INFERENCE_PATH})$`, 'u')
/** LiteLLM asks its models by itself, under this name. */
const HEALTH_CHECK = 'litellm-internal-health-check'

/**
 * Whether a line is load. By method and path, never by user agent: whoever calls himself a probe and sends prompts is load
 * all the same. A log of models' calls has neither method nor path, but a model or tokens.
 */
export function isInference(line: AccessLine): boolean {
  const { method, path, consumer } = line
  if (consumer === HEALTH_CHECK) return false
  if (path !== undefined) return (method === undefined || method === 'POST') && PATH.test(path)
  return method === undefined && (line.promptTokens ?? line.outputTokens ?? line.model) !== undefined
}
