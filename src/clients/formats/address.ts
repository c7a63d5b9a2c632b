const MOST_OF_ADDRESS = 255

/** An address without its port: `1.2.3.4:5`, `[2001:db8::1]:5`, uvicorn's unbracketed `::1:5`, and without any port. */
export function withoutPort(text: string): string {
  const short = text.slice(0, MOST_OF_ADDRESS)
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/u.exec(short)
  if (bracketed?.[1] !== undefined) return bracketed[1]
  const end = /^(.*):\d{1,5}$/u.exec(short)?.[1]
  // Without brackets, an address of IPv6 has its last colon before the port only where the writer always adds one.
  return end === undefined || end.includes(':') ? short : end
}

/** The same where the writer always adds a port: cut at the last colon. */
export function cutPort(text: string): { readonly host: string; readonly port: number | undefined } {
  const short = text.slice(0, MOST_OF_ADDRESS)
  const found = /^(.*):(\d{1,5})$/u.exec(short)
  if (found === null) return { host: withoutPort(short), port: undefined }
  const [, host = '', port] = found
  return { host: host.replaceAll(/^\[|\]$/gu, ''), port: Number(port) }
}

/** nginx's `a, b : c` and the like; a name without a port is a group of which no member was tried. */
export function upstreamsOf(list: string): readonly string[] {
  return list
    .slice(0, 4096)
    .split(/,| : /u)
    .map((item) => item.trim())
    .filter((item) => /^\S{1,255}:\d{1,5}$/u.test(item))
}

/** `http://10.0.0.5:8000/v1` → `10.0.0.5:8000`; the scheme's own port where none is written. */
export function upstreamOfUrl(url: string): readonly string[] {
  const found = /^(https?):\/\/([^/?#@\s]{1,255})/iu.exec(url)
  if (found === null) return []
  const [, scheme = '', host = ''] = found
  return [/:\d{1,5}$/u.test(host) ? host : `${host}:${scheme.toLowerCase() === 'https' ? 443 : 80}`]
}
