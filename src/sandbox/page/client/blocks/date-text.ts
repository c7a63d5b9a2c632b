// Slack's date tokens: docs.slack.dev, formatting message text, date formatting; shown in the reader's own zone.

const DAY_SECONDS = 86_400

/** `format` with its tokens filled in; the rest stays as it is. `now` and `at` are Unix seconds. */
export function dateText(format: string, at: number, now: number): string {
  return format.replaceAll(/\{(\w+)\}/gu, (written, token: string) => tokenText(token, at, now) ?? written)
}

function tokenText(token: string, at: number, now: number): string | undefined {
  const date = new Date(at * 1000)
  const pretty = token.endsWith('_pretty') ? relativeDay(at, now) : undefined
  if (pretty !== undefined) return pretty
  switch (token.replace(/_pretty$/u, '')) {
    case 'date_num':
      return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    case 'date_slash':
      return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`
    case 'date':
      return `${month(date, 'long')} ${ordinal(date.getDate())}, ${date.getFullYear()}`
    case 'date_short':
      return `${month(date, 'short')} ${date.getDate()}, ${date.getFullYear()}`
    case 'date_long':
      return `${weekday(date)}, ${month(date, 'long')} ${ordinal(date.getDate())}, ${date.getFullYear()}`
    case 'day_divider':
      return `${weekday(date)}, ${month(date, 'long')} ${ordinal(date.getDate())}`
    case 'time':
      return `${two(date.getHours())}:${two(date.getMinutes())}`
    case 'time_secs':
      return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
    case 'ago':
      return agoText(now - at)
    default:
      return undefined
  }
}

function relativeDay(at: number, now: number): string | undefined {
  const days = dayOf(at) - dayOf(now)
  return new Map([
    [-1, 'Yesterday'],
    [0, 'Today'],
    [1, 'Tomorrow'],
  ]).get(days)
}

/** The day's number in the reader's zone. */
function dayOf(at: number): number {
  const date = new Date(at * 1000)
  return Math.floor((date.getTime() / 1000 - date.getTimezoneOffset() * 60) / DAY_SECONDS)
}

function agoText(seconds: number): string {
  const [count, unit] = unitOf(Math.abs(seconds))
  const amount = `${count} ${unit}${count === 1 ? '' : 's'}`
  return seconds < 0 ? `in ${amount}` : `${amount} ago`
}

function unitOf(seconds: number): readonly [number, string] {
  if (seconds < 60) return [Math.floor(seconds), 'second']
  if (seconds < 3600) return [Math.floor(seconds / 60), 'minute']
  return seconds < DAY_SECONDS ? [Math.floor(seconds / 3600), 'hour'] : [Math.floor(seconds / DAY_SECONDS), 'day']
}

function month(date: Date, style: 'long' | 'short'): string {
  return date.toLocaleDateString('en-US', { month: style })
}

function weekday(date: Date): string {
  return date.toLocaleDateString('en-US', { weekday: 'long' })
}

function ordinal(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
