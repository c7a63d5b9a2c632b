import { type AccessFormat, type LineClock, isAccessLine } from '../access-line.ts'
import type { Found as FoundFormat } from '../detect.ts'
import { BAD_GATEWAY, LIMITED, hasFailed } from '../failed.ts'
import type { Hop } from '../one-hop.ts'
import { dockerJson } from '../wrappers/docker-json.ts'
import { createEndOfIngressNginx, createFastClf, endOfCombined, endOfKong } from './fast-clf.ts'
import { createUnwrapCri, createUnwrapTimestamp, unwrapNothing } from './fast-unwrap.ts'
import type { Chunk } from './chunk.ts'
import { createFastDocker } from './fast-docker.ts'
import { OF_ENVOY, createFastEnvoy, ofIstio } from './fast-envoy.ts'
import { createFastJson } from './fast-json.ts'
import { createFastUvicorn } from './fast-uvicorn.ts'
import type { FastUnwrap, FastWay } from './fast-way.ts'
import type { Found } from './found.ts'
import type { LineRules } from './request-counts.ts'
import { type RequestKinds, createRequestKinds } from './request-kinds.ts'

export interface FastOptions {
  readonly rules: Pick<LineRules, 'isInference'>
  /** Whether proxies are trusted to say in a header whose request it is. */
  readonly hasTrust: boolean
  readonly clock: LineClock
  /** The proxy of a mesh whose lines are counted, where the text holds those of two. */
  readonly counted?: Hop
}

interface BuildFrom extends FastOptions {
  readonly unwrap: FastUnwrap
  readonly kinds: RequestKinds
  readonly format: AccessFormat
}

const WAYS: Readonly<Record<string, ((from: BuildFrom) => FastWay) | undefined>> = {
  uvicorn: ({ unwrap, kinds }) => createFastUvicorn(unwrap, kinds),
  'ingress-nginx': ({ unwrap, kinds }) => createFastClf(unwrap, kinds, createEndOfIngressNginx()),
  'nginx-combined': ({ unwrap, kinds }) => createFastClf(unwrap, kinds, endOfCombined),
  'kong-access': ({ unwrap, kinds }) => createFastClf(unwrap, kinds, endOfKong),
  envoy: ({ unwrap, kinds }) => createFastEnvoy(unwrap, kinds, OF_ENVOY),
  istio: ({ unwrap, kinds, counted }) => createFastEnvoy(unwrap, kinds, ofIstio(counted)),
  gunicorn: ({ unwrap, kinds }) => createFastClf(unwrap, kinds, endOfCombined),
  'nginx-json': fastJson,
  json: fastJson,
}

/** Whose lines hold an X-Forwarded-For that is read where a proxy is trusted, which only the slow way does. */
const WITH_LISTS: readonly string[] = ['envoy', 'istio']

const UNWRAPS: Readonly<Record<string, (() => FastUnwrap) | undefined>> = {
  '': () => unwrapNothing,
  cri: createUnwrapCri,
  timestamps: createUnwrapTimestamp,
}

/** The fast way for a format in its wrappers, where there is one. */
export function chooseFastWay(
  { format, wrappers }: Pick<FoundFormat, 'format' | 'wrappers'>,
  options: FastOptions,
): FastWay | undefined {
  const build = WAYS[format.id]
  if (build === undefined || (options.hasTrust && WITH_LISTS.includes(format.id))) return undefined
  const kinds = createRequestKinds((request) => kindOf(request, options.rules))
  const layers = wrappers.join(' ')
  if (layers === dockerJson.id) return createFastDocker((unwrap) => build({ ...options, unwrap, kinds, format }))
  const unwrap = UNWRAPS[layers]
  return unwrap === undefined ? undefined : build({ ...options, unwrap: unwrap(), kinds, format })
}

/** Of `POST /v1/completions`, or of the path alone, which is then asked for with POST. */
function kindOf(request: string, rules: Pick<LineRules, 'isInference'>): number {
  const blank = request.indexOf(' ')
  const method = blank < 0 ? 'POST' : request.slice(0, blank)
  return rules.isInference({ method, path: request.slice(blank + 1) }) ? 1 : 0
}

function fastJson({ unwrap, kinds, format, rules, clock, hasTrust }: BuildFrom): FastWay {
  return createFastJson(unwrap, { kinds, hasTrust, isSame })

  function isSame({ bytes }: Chunk, start: number, found: Found): boolean {
    const line = new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0x0a, start)))
    const parsed = format.parse(line, clock)
    if (!isAccessLine(parsed)) return false
    const peer = new TextDecoder().decode(bytes.subarray(found.keyStart, found.keyEnd))
    return (
      peer === parsed.peer &&
      found.isInference === rules.isInference(parsed) &&
      found.isFailure === hasFailed(parsed) &&
      found.isBadGateway === (parsed.status === BAD_GATEWAY) &&
      found.isLimited === (parsed.status === LIMITED) &&
      isNumber(found.duration, parsed.duration) &&
      isNumber(found.requestBytes, parsed.requestBytes) &&
      isNumber(found.promptTokens, parsed.promptTokens) &&
      isNumber(found.outputTokens, parsed.outputTokens) &&
      isNumber(found.attempts, parsed.attempts ?? parsed.upstreams?.length)
    )
  }
}

function isNumber(value: number, told: number | undefined): boolean {
  return told === undefined ? Number.isNaN(value) : value === told
}
