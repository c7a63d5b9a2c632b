import type { Incident } from '../domain/incident.ts'
import type { SlackMessage } from '../domain/post.ts'
import type { Scope } from '../domain/scope.ts'
import type { Seconds } from '../domain/time.ts'
import { HELP, parseCommand } from '../slack/command.ts'
import { renderAnswer, renderLine } from '../slack/render-answer.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { ReadRequest } from './read-cluster.ts'

export interface AnswerOptions {
  /** In the order of the configuration; the first is meant where none is named. */
  readonly clusters: readonly string[]
  readonly window: Seconds
  readonly read: (request: ReadRequest) => Promise<TriageResult>
}

/** An instance is named with its port, or as an address; anything else is a model. */
const INSTANCE = /^(?:\[[\da-f:]+\]|[\w.-]+):\d{1,5}$|^\d{1,3}(?:\.\d{1,3}){3}$/iu

/**
 * Answers what a person asked in words, running the same triage as an alert does.
 *
 * @param incident the thread's incident, whose scope is meant where none is named
 */
export async function answer(
  text: string,
  incident: Incident | undefined,
  options: AnswerOptions,
): Promise<SlackMessage> {
  const command = parseCommand(text)
  switch (command.kind) {
    case 'help':
      return renderLine(HELP)
    case 'mistake':
      return renderLine(command.problem)
    case 'why-slow': {
      const scope = scopeFor(command.subject, incident, options.clusters)
      const asked = { id: incident?.id ?? 'question', status: 'none', alerts: [], scope } as const
      return renderAnswer(await options.read({ ...asked, window: command.window ?? options.window }))
    }
    default:
      return command satisfies never
  }
}

function scopeFor(subject: string | undefined, incident: Incident | undefined, clusters: readonly string[]): Scope {
  const named = clusters.find((cluster) => cluster === subject)
  const cluster = named ?? incident?.scope.cluster ?? clusters[0] ?? ''
  if (named !== undefined) return { cluster }
  if (subject === undefined) return incident?.scope ?? { cluster }
  return INSTANCE.test(subject) ? { ...incident?.scope, cluster, instance: subject } : { cluster, modelName: subject }
}
