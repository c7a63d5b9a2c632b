import { z } from 'zod'
import { CLIENT_MEASURES, CLIENT_ROLES } from '../domain/client-attribution.ts'
import { CLIENT_IDENTITIES } from '../domain/clients.ts'
import { MEASURE, REASON, TIME } from './evidence-numbers.ts'

const WINDOW = z.object({ start: TIME, end: TIME })
const PART = z.number()

const LINE = z.object({
  client: z.string(),
  names: z.number(),
  role: z.enum(CLIENT_ROLES),
  share: PART,
  shareBefore: PART.exactOptional(),
  requestShare: PART,
  requestsPerSecond: z.number(),
  requestsPerSecondBefore: z.number().exactOptional(),
  growthShare: PART.exactOptional(),
  times: z.number().exactOptional(),
  othersTimes: z.number().exactOptional(),
  promptTokensMean: z.number().exactOptional(),
  promptTokensMeanBefore: z.number().exactOptional(),
  outputTokensMean: z.number().exactOptional(),
  outputTokensMeanBefore: z.number().exactOptional(),
  failedShare: PART.exactOptional(),
  grewAt: TIME.exactOptional(),
  behind: z.number().exactOptional(),
  instances: z.array(z.object({ instance: z.string(), share: PART })),
})

/** Who sends the load, as saved evidence holds it. */
export const CLIENTS = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('present'),
    source: z.string(),
    query: z.string(),
    identity: z.enum(CLIENT_IDENTITIES),
    by: z.enum(CLIENT_MEASURES),
    window: WINDOW,
    baseline: WINDOW.exactOptional(),
    clients: z.array(LINE),
    hidden: z.number().exactOptional(),
    requests: z.number(),
    requestsBefore: z.number().exactOptional(),
    unattributedShare: PART,
    coverage: MEASURE,
    bytesPerToken: z.object({ now: z.number(), before: z.number() }).exactOptional(),
    stopsAt: z.object({ why: z.string(), mend: z.string() }).exactOptional(),
    mayBeGateways: z.boolean(),
    isForgeable: z.boolean(),
    isPartial: z.boolean(),
    overcountAtMost: z.number().exactOptional(),
    amplification: z.object({ now: z.number(), before: z.number().exactOptional() }).exactOptional(),
    failedAfter: z.object({ seconds: z.number(), requests: z.number(), of: z.number() }).exactOptional(),
    lostAtOnce: z.object({ requests: z.number(), of: z.number() }).exactOptional(),
    others: z.array(
      z.object({
        source: z.string(),
        by: z.enum(CLIENT_MEASURES),
        client: z.string().exactOptional(),
        share: PART.exactOptional(),
      }),
    ),
    notes: z.array(z.string()),
  }),
  z.object({
    status: z.literal('absent'),
    sources: z.array(z.object({ source: z.string(), reason: REASON, detail: z.string().exactOptional() })),
  }),
])
