/** Whether a text names a zone of the IANA database, such as `Europe/Berlin` or `UTC`. */
export function isTimezone(written: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: written }).format(0) !== ''
  } catch {
    return false
  }
}
