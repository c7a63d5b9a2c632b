import type { AccessLine } from '../access-line.ts'

/** More than any address, name or path that is told apart; what a client sends is as long as it likes. */
const MOST_OF_NAME = 256
/** Each hop adds an address of up to 45 characters. */
const MOST_OF_LIST = 1024

type Fields = { readonly [Key in keyof AccessLine]?: AccessLine[Key] | undefined }

/** A line of the fields that are there: `-`, empty and not a number are none. */
export function accessLine(fields: Fields): AccessLine {
  const { at, isZoneGuessed, isPeerFromHeader, consumerIs, upstreams, hop } = fields
  const texts = {
    peer: shown(fields.peer),
    // The nearest hops stand last.
    forwardedFor: shown(fields.forwardedFor?.slice(-MOST_OF_LIST), MOST_OF_LIST),
    consumer: shown(fields.consumer),
    userAgent: shown(fields.userAgent),
    method: shown(fields.method),
    path: shown(fields.path),
    model: shown(fields.model),
    requestId: shown(fields.requestId),
  }
  const numbers = {
    status: counted(fields.status),
    duration: counted(fields.duration),
    requestBytes: counted(fields.requestBytes),
    promptTokens: counted(fields.promptTokens),
    outputTokens: counted(fields.outputTokens),
    attempts: counted(fields.attempts),
  }
  return {
    ...(at !== undefined && Number.isFinite(at) && { at }),
    ...(isZoneGuessed === true && { isZoneGuessed }),
    ...(texts.peer !== undefined && { peer: texts.peer }),
    ...(isPeerFromHeader === true && { isPeerFromHeader }),
    ...(texts.forwardedFor !== undefined && { forwardedFor: texts.forwardedFor }),
    ...(texts.consumer !== undefined && { consumer: texts.consumer }),
    ...(texts.consumer !== undefined && consumerIs !== undefined && { consumerIs }),
    ...(texts.userAgent !== undefined && { userAgent: texts.userAgent }),
    ...(texts.method !== undefined && { method: texts.method }),
    ...(texts.path !== undefined && { path: texts.path }),
    ...(numbers.status !== undefined && { status: numbers.status }),
    ...((fields.isGivenUp === true || numbers.status === 499) && { isGivenUp: true }),
    ...(numbers.duration !== undefined && { duration: numbers.duration }),
    ...(numbers.requestBytes !== undefined && { requestBytes: numbers.requestBytes }),
    ...(numbers.promptTokens !== undefined && { promptTokens: numbers.promptTokens }),
    ...(numbers.outputTokens !== undefined && { outputTokens: numbers.outputTokens }),
    ...(upstreams !== undefined && upstreams.length > 0 && { upstreams }),
    ...(numbers.attempts !== undefined && { attempts: numbers.attempts }),
    ...(texts.model !== undefined && { model: texts.model }),
    ...(texts.requestId !== undefined && { requestId: texts.requestId }),
    ...(hop !== undefined && { hop }),
  }
}

function shown(text: string | undefined, most = MOST_OF_NAME): string | undefined {
  const short = text?.slice(0, most).trim()
  return short === '' || short === '-' ? undefined : short
}

function counted(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined
}
