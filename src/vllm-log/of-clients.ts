/** Lines that hold what clients sent, or their ids, and uvicorn's access lines. */
const OF_CLIENTS =
  /^(?:Received request|Generated response|Added request|Finished request|Aborted request|Request)\b|" \d{3}(?: |$)/u
const MOST_LOOKED_AT = 600

/** @param text a message without its head */
export function isOfClients(text: string): boolean {
  return OF_CLIENTS.test(text.slice(0, MOST_LOOKED_AT))
}

/** A quotation, a name before its value, a line on a request, another logger's level: what follows may be a client's. */
const FREE_TEXT =
  /[\p{Quotation_Mark}`´]|\p{L}:\s|\b(?:request|response)(?:\(s\))?\s|\b(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL)\b/iu

/** Whether free text has begun on a line by the end of this beginning of it. */
export function holdsFreeText(beginning: string): boolean {
  return FREE_TEXT.test(beginning)
}
