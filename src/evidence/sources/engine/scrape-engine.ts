import { HttpError } from '../../../lib/http-pool.ts'
import { type EngineAnswer, type EngineCall, UNHEARD, askEngine } from './ask-engine.ts'

/** A body that was served as metrics, or why there is none. */
export type Scrape =
  | { readonly status: 'page'; readonly body: string }
  | { readonly status: 'none'; readonly why: string }
  | { readonly status: typeof UNHEARD }

/** What an engine serves under `/metrics`; of old vLLM that leads on to `/metrics/`, where Prometheus goes, too. */
export async function scrapeEngine(call: EngineCall): Promise<Scrape> {
  const answer = await askEngine('/metrics', call)
  const isElsewhere =
    answer !== UNHEARD && !(answer instanceof HttpError) && answer.status >= 300 && answer.status < 400
  return toScrape(isElsewhere ? await askEngine('/metrics/', call) : answer)
}

function toScrape(answer: EngineAnswer): Scrape {
  if (answer === UNHEARD) return { status: UNHEARD }
  if (answer instanceof HttpError) return { status: 'none', why: `/metrics: ${answer.message}` }
  if (answer.status !== 200) return { status: 'none', why: `/metrics answers ${answer.status}` }
  return { status: 'page', body: answer.text }
}
