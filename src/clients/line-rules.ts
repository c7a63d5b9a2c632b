import type { Network } from '../lib/ip.ts'
import { addressOf, consumerOf } from './client-of.ts'
import { isInference } from './is-inference.ts'
import type { LineRules } from './scan/request-counts.ts'

/** Whose a line is and whether it is load, with these proxies trusted to say who sent what. */
export function lineRules(trusted: readonly Network[]): LineRules {
  return {
    addressOf: (line) => {
      const client = addressOf(line, trusted)
      return client.kind === 'named' ? client.client : undefined
    },
    consumerOf: (line) => {
      const client = consumerOf(line)
      return client.kind === 'named' ? { name: client.client, identity: client.identity } : undefined
    },
    isInference,
  }
}
