import { z } from 'zod'

const NO_URL = 'write a URL that begins with http:// or https://'

/** What is asked over HTTP. */
export const url = z
  .string()
  .min(1, 'write something, or leave the key out')
  .superRefine((written, context) => {
    if (!isWeb(written)) context.addIssue(NO_URL)
    else if (hasSecret(written)) {
      context.addIssue('a secret does not belong in a URL; write basic_auth: { username, password_file } beside it')
    }
  })

/** Slack takes links of 3,000 characters; the page's name comes to it. */
const LONGEST_LINK = 2000

/** A page that people are sent to; whyslow adds where on it. */
export const pageUrl = z.string().transform((written, context) => {
  const refuse = (message: string): never => {
    context.addIssue(message)
    return z.NEVER
  }
  if (!isWeb(written)) return refuse(NO_URL)
  if (hasSecret(written)) return refuse('a secret does not belong in a link that is shown in Slack; take it out')
  if (written.includes('#')) return refuse('write it without #…; whyslow adds the page of each conclusion')
  const { href } = new URL(written)
  return href.length > LONGEST_LINK ? refuse(`write one of at most ${LONGEST_LINK} characters`) : href
})

function isWeb(written: string): boolean {
  return /^https?:\/\//u.test(written) && URL.canParse(written)
}

function hasSecret(written: string): boolean {
  const { username, password } = new URL(written)
  return username !== '' || password !== ''
}
