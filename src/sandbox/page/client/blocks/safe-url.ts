/** The address as a browser may open it; undefined for what would run code or is no address. */
export function safeUrl(text: string): string | undefined {
  try {
    const url = new URL(text)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
