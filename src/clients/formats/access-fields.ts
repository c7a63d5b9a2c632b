import type { AccessLine } from '../access-line.ts'

/** More than any address, name or path that is told apart; what a client sends is as long as it likes. */
const MOST_OF_NAME = 256
/** Each hop adds an address of up to 45 characters. */
const MOST_OF_LIST = 1024

type Fields = { readonly [Key in keyof AccessLine]?: AccessLine[Key] | undefined }
type Line = { -readonly [Key in keyof AccessLine]: AccessLine[Key] }

const NUMBERS = ['status', 'duration', 'requestBytes', 'promptTokens', 'outputTokens', 'attempts'] as const
const NAMES = ['peer', 'userAgent', 'method', 'path', 'model', 'requestId'] as const

/** A line of the fields that are there: `-`, empty and what is no number are none. */
export function accessLine(fields: Fields): AccessLine {
  const line: Line = {}
  const { at, isZoneGuessed, isPeerFromHeader, consumerIs, upstreams, hop } = fields
  if (at !== undefined && Number.isFinite(at)) line.at = at
  if (isZoneGuessed === true) line.isZoneGuessed = isZoneGuessed
  if (isPeerFromHeader === true) line.isPeerFromHeader = isPeerFromHeader
  for (const key of NAMES) {
    const value = shown(fields[key])
    if (value !== undefined) line[key] = value
  }
  // The nearest hops stand last.
  const forwardedFor = shown(fields.forwardedFor?.slice(-MOST_OF_LIST), MOST_OF_LIST)
  if (forwardedFor !== undefined) line.forwardedFor = forwardedFor
  const consumer = shown(fields.consumer)
  if (consumer !== undefined) line.consumer = consumer
  if (consumer !== undefined && consumerIs !== undefined) line.consumerIs = consumerIs
  for (const key of NUMBERS) {
    const value = fields[key]
    if (value !== undefined && Number.isFinite(value) && value >= 0) line[key] = value
  }
  if (fields.isGivenUp === true || line.status === 499) line.isGivenUp = true
  if (upstreams !== undefined && upstreams.length > 0) line.upstreams = upstreams
  if (hop !== undefined) line.hop = hop
  return line
}

function shown(text: string | undefined, most = MOST_OF_NAME): string | undefined {
  const short = text?.slice(0, most).trim()
  return short === '' || short === '-' ? undefined : short
}
