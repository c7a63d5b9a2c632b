/** What no person would call a team: the heads of known kinds of keys, and long runs of letters and digits. */
const KEYS = [
  /\bsk[-_][\w-]{4,}/gu,
  /\b(?:pk|rk|gsk|r8|xox[a-z]|gh[a-z]|github_pat|glpat|hf|nvapi|dapi|lsv2|pplx|csk|tgp_v1|npm|pypi)[-_][\w-]{12,}/gu,
  /\b(?:AKIA|AIza)[\w-]{12,}/gu,
  /\beyJ[\w-]+(?:\.[\w-]*){0,2}/gu,
  // In a URL a blank is %20 or a plus.
  /\bBearer(?:[\s+:=]|%20|%3[ad])+[^\s"'&,;]+/giu,
  /\bBasic(?:[\s+:=]|%20|%3[ad])+[A-Za-z\d+/]{8,}(?:=|%3d){0,2}/giu,
  // `password=…`, `x-api-key: …` and `https://user:word@host`: what follows is a secret whatever it looks like.
  /(?<=(?:pass(?:word|wd)?|pwd|secret|token|authorization|(?<![a-z])(?:api[-_]?)?key)(?:["'\s]|%2[02]){0,3}(?:[:=]|%3[ad])(?:["'\s+]|%2[02]){0,3})[^\s"'&,;]+/giu,
  /(?<=\/\/[^\s/@:]{1,200}:)[^\s/@]+(?=@)/gu,
  /\b[\da-f]{20,}\b/giu,
  /(?<![A-Za-z\d+/])(?=[A-Za-z+/]*\d)(?=[\d+/]*[A-Za-z])[A-Za-z\d+/]{28,}={0,2}/gu,
] as const

/** Somebody may have put a key where a name belongs: what is left tells it from others, and lets nobody in. */
export function withoutKeys(line: string): string {
  return KEYS.reduce((text, key) => text.replaceAll(key, shortenKey), line)
}

/** A hash that is no secret is known to its owner by its head; of a key not even that is shown. */
function shortenKey(key: string): string {
  return /^[\da-f]{20,}$/iu.test(key) ? `${key.slice(0, 8)}…` : `key#${fingerprint(key)}`
}

/** 32-bit FNV-1a: tells two keys apart, and nothing of them. */
function fingerprint(key: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, '0')
}
