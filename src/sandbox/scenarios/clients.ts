import type { ClientSpec } from '../fleet/traffic/client-spec.ts'
import { closed, open, tokens } from './building-blocks.ts'

const CHAT = '/v1/chat/completions'

/** People at the assistant: they read before they ask again, so they ask less when they wait longer. */
export const ASSISTANT: ClientSpec = {
  id: 'assistant-web',
  address: '10.42.3.17',
  userAgent: 'OpenAI/JS 5.12.2',
  path: CHAT,
  traffic: closed(25, 6),
  prompt: tokens(600, 0.5, 4000),
  output: tokens(240, 0.5, 500),
  maxTokens: 500,
  sharedPrefix: 0.5,
  prefixGroups: 3,
  streaming: 0.9,
  timeoutSeconds: 120,
  affinity: { kind: 'none' },
}

/** Agents with long sessions, each held to one instance by its cookie. */
export const AGENTS: ClientSpec = {
  id: 'agents',
  address: '10.42.7.31',
  userAgent: 'langchain-openai/0.3.28',
  path: CHAT,
  traffic: closed(12),
  prompt: tokens(6700, 0.4, 13_000),
  output: tokens(380, 0.3, 1000),
  maxTokens: 1000,
  sharedPrefix: 0.2,
  prefixGroups: 4,
  streaming: 1,
  timeoutSeconds: 300,
  affinity: { kind: 'session', sessions: 12 },
}

/** A job that reads long documents as fast as it is answered. */
export const BATCH_DOCS: ClientSpec = {
  id: 'batch-docs',
  address: '10.42.9.80',
  userAgent: 'OpenAI/Python 1.99.1',
  path: CHAT,
  traffic: closed(6, 7),
  prompt: tokens(1500, 0.35, 8000),
  output: tokens(230, 0.4, 500),
  maxTokens: 500,
  sharedPrefix: 0.05,
  prefixGroups: 1,
  streaming: 0,
  timeoutSeconds: 300,
  affinity: { kind: 'none' },
}

/** Questions that fan out over many passages at once. */
export const SEARCH: ClientSpec = {
  id: 'search-rag',
  address: '10.42.5.20',
  userAgent: 'python-httpx/0.28.1',
  path: CHAT,
  traffic: open(0.72, 22),
  prompt: tokens(1500, 0.4, 4000),
  output: tokens(160, 0.5, 500),
  maxTokens: 500,
  sharedPrefix: 0.3,
  prefixGroups: 2,
  streaming: 0.3,
  timeoutSeconds: 120,
  affinity: { kind: 'none' },
}

/** The everyday traffic of the fleet. */
export const EVERYDAY: readonly ClientSpec[] = [ASSISTANT, SEARCH, AGENTS, BATCH_DOCS]

/** Long prompts, a few words back: here the prompt is most of the work. */
export const CONTRACTS: ClientSpec = {
  id: 'contract-review',
  address: '10.42.6.11',
  userAgent: 'OpenAI/Python 1.99.1',
  path: CHAT,
  traffic: open(1.2),
  prompt: tokens(3000, 0.3, 15_000),
  output: tokens(12, 0.4, 60),
  maxTokens: 100,
  sharedPrefix: 0.62,
  prefixGroups: 3,
  streaming: 0,
  timeoutSeconds: 120,
  affinity: { kind: 'none' },
}

/** The same kind of work from another team. */
export const TICKETS: ClientSpec = {
  ...CONTRACTS,
  id: 'ticket-triage',
  address: '10.42.6.44',
  userAgent: 'python-httpx/0.28.1',
  traffic: open(0.7),
  prompt: tokens(2400, 0.3, 15_000),
}

/** Short questions, long texts back. */
export const WRITERS: ClientSpec = {
  ...ASSISTANT,
  id: 'writers',
  address: '10.42.4.52',
  userAgent: 'OpenAI/JS 5.12.2',
  traffic: open(2),
  prompt: tokens(220, 0.4, 1000),
  output: tokens(400, 0.4, 1200),
  maxTokens: 1200,
  streaming: 1,
  timeoutSeconds: 300,
}

/** Workers of a translation service, each with one text in hand at all times. */
export const TRANSLATORS: ClientSpec = {
  ...ASSISTANT,
  id: 'translation',
  address: '10.42.8.15',
  userAgent: 'Go-http-client/1.1',
  traffic: closed(40),
  prompt: tokens(350, 0.3, 1200),
  output: tokens(300, 0.3, 900),
  maxTokens: 900,
  streaming: 0,
  timeoutSeconds: 120,
}
