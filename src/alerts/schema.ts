import { z } from 'zod'

/**
 * The parts of a notification that are used. What is missing, null or of another type is `undefined`: senders leave
 * out almost everything, and an alert must not be lost over a field that is not needed.
 */
const text = z.string().optional().catch(undefined)
const labels = z.record(z.string(), z.unknown()).optional().catch(undefined)

export const wireGroup = z.object({
  receiver: text,
  status: text,
  /** Grafana's own word for the status. */
  state: text,
  /** A number in version 3; too long for a double, but only equality matters. */
  groupKey: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  groupLabels: labels,
  externalURL: text,
  truncatedAlerts: z.number().int().nonnegative().optional().catch(undefined),
  alerts: z.array(z.unknown()),
})
export type WireGroup = z.infer<typeof wireGroup>

export const wireAlert = z.object({
  status: text,
  labels,
  annotations: labels,
  startsAt: z.unknown().optional(),
  endsAt: z.unknown().optional(),
  generatorURL: text,
  fingerprint: text,
})
export type WireAlert = z.infer<typeof wireAlert>
