import type { LineRules } from '../../../src/clients/scan/request-counts.ts'

/** Rules for lines in tests of the scanner: no proxy is trusted. */
export const RULES: LineRules = {
  addressOf: ({ peer }) => peer,
  consumerOf: ({ consumer, consumerIs = 'consumer' }) =>
    consumer === undefined ? undefined : { name: consumer, identity: consumerIs },
  isInference: ({ method, path }) => method === 'POST' && /\/(?:chat\/)?completions$/u.test(path ?? ''),
}
