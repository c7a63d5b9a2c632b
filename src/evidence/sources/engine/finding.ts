/**
 * What one look at an engine showed. Only `serving` needs no further question; its `flaw` says why its page was not read
 * whole.
 */
export type Finding =
  | { readonly kind: 'serving'; readonly flaw?: string }
  /** `/metrics` answers as it should, but without any series of vLLM's. */
  | { readonly kind: 'no_vllm_series' }
  /** The server answers other questions: only its metrics cannot be read. */
  | { readonly kind: 'scrape_broken'; readonly why: string }
  /** The server answers, and says or shows that it cannot serve. */
  | { readonly kind: 'not_serving'; readonly why: string }
  /** Somebody answers, but not as vLLM does: a proxy may, whatever became of the engine behind it. */
  | { readonly kind: 'unclear'; readonly why: string }
  /** The host refuses the connection: nothing listens. */
  | { readonly kind: 'dead' }
  /** Connections are accepted, and nothing comes. */
  | { readonly kind: 'hung' }
  /** No connection comes about. */
  | { readonly kind: 'unreachable'; readonly why: string }
  /** whyslow could not ask. */
  | { readonly kind: 'unasked'; readonly why: string }

export type FindingKind = Finding['kind']

/** Nobody is to be blamed for what whyslow was too late to hear. */
export const TOO_BUSY: Finding = { kind: 'unasked', why: 'whyslow itself was too busy to hear an answer in time' }

/** Whether an instance answers when it is asked directly; undefined when that is not known. */
export function answersIn({ kind }: Finding): boolean | undefined {
  switch (kind) {
    case 'serving':
    case 'no_vllm_series':
    case 'scrape_broken':
      return true
    case 'not_serving':
    case 'dead':
    case 'hung':
    case 'unreachable':
      return false
    case 'unclear':
    case 'unasked':
      return undefined
    default:
      return kind satisfies never
  }
}

/** One line for the source's report; undefined where there is nothing to say. */
export function findingNote(instance: string, finding: Finding): string | undefined {
  switch (finding.kind) {
    case 'serving':
      return finding.flaw === undefined ? undefined : `${instance} ${finding.flaw}`
    case 'no_vllm_series':
      return `${instance} serves /metrics without any vLLM series: it runs with --disable-log-stats, or is no vLLM`
    case 'scrape_broken':
      return `${instance} is alive, only its scrape is broken: ${finding.why}`
    case 'not_serving':
      return `${instance} is alive, but does not serve: ${finding.why}`
    case 'unclear':
      return `${instance} is answered for, but not as vLLM answers (${finding.why}): it may be a proxy that answers, so whether the engine lives is not known`
    case 'dead':
      return `${instance} refuses connections: the process is dead, or not up yet`
    case 'hung':
      return `${instance} accepts connections, but answers nothing in time: the process hangs or is held up`
    case 'unreachable':
      return `${instance} cannot be reached (${finding.why}): the port is filtered or the host is gone`
    case 'unasked':
      return `${instance} could not be asked: ${finding.why}`
    default:
      return finding satisfies never
  }
}
