import { outcomeOf, tooMany } from '../limits/fault-outcome.ts'
import type { Faults } from '../limits/faults.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { World } from '../workspace/world.ts'
import { refused } from './answer.ts'
import type { Answer } from './answer.ts'
import { textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import type { Calls, Outcome } from './calls.ts'
import type { Method, Server } from './method.ts'
import { METHODS } from './methods.ts'
import type { ReadArgs } from './read-body.ts'
import type { Tokens } from './tokens.ts'

export type Api = {
  readonly world: World
  readonly tokens: Tokens
  readonly limits: RateLimits
  readonly faults: Faults
  readonly calls: Calls
  readonly server: () => Server
}

type ApiRequest = {
  readonly method: string
  /** From the Authorization header; the body may carry one instead. */
  readonly bearer: string | undefined
  readonly read: ReadArgs
}

/** Carries out one call as Slack would: a planned fault first, then the token, the scopes, the rates, the method. */
export function dispatch(api: Api, { method, bearer, read }: ApiRequest): Outcome {
  const args = read.status === 'read' ? read.args : {}
  const fault = api.faults.take(method, args)
  if (fault && fault.takesEffect !== true) return api.calls.record(method, args, outcomeOf(fault))
  const outcome = read.status === 'read' ? call(api, { method, bearer, args }) : answered(refused(read.error))
  return api.calls.record(method, args, fault ? outcomeOf(fault) : outcome)
}

type Call = { readonly method: string; readonly bearer: string | undefined; readonly args: Args }

function call(api: Api, { method: name, bearer, args }: Call): Outcome {
  const method = METHODS.get(name)
  if (!method) return answered(refused('unknown_method', { req_method: name }))
  const server = api.server()
  const denied = denial(api, method, { token: bearer ?? textArg(args, 'token'), scopes: server.scopes })
  if (denied) return answered(denied)
  const permission = api.limits.take(method.tier, rateKey(api.world, name, { method, args }))
  if (permission.status === 'limited') return tooMany(permission.retryAfter)
  return answered(method.run(api.world, args, server))
}

type Presented = { readonly token: string | undefined; readonly scopes: ReadonlySet<string> }

function denial(api: Api, method: Method, { token, scopes }: Presented): Answer | undefined {
  const check = api.tokens.check(token)
  if (check.status === 'refused') return refused(check.error)
  if (check.kind !== method.token) return refused('not_allowed_token_type')
  const needed = method.scopes.filter((scope) => !scopes.has(scope))
  if (needed.length === 0) return undefined
  return refused('missing_scope', { needed: needed.join(','), provided: [...scopes].join(',') })
}

/** Posting is counted for each channel, everything else for the method. */
function rateKey(
  world: World,
  name: string,
  { method, args }: { readonly method: Method; readonly args: Args },
): string {
  if (method.tier !== 'posting') return name
  const asked = textArg(args, 'channel') ?? ''
  return `${name} ${world.people.resolve(asked)?.id ?? asked}`
}

function answered(body: Answer): Outcome {
  return { kind: 'answer', status: 200, body }
}
