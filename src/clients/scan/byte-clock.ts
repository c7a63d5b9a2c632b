/** Reads times at places in bytes; most lines are of the minute of the one before them. */
export interface ByteClock {
  /** Where the time ends, -1 where none of this form stands there; the time itself is then in `at`. */
  readonly read: (view: DataView, start: number) => number
  /** Unix seconds. */
  at: number
}

const MOST_FRACTION = 9
const SCALES = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/** `2026-11-29T12:33:08.123456789Z`, or with `+08:00`, as the kubelet, docker and nginx write it. */
export function createRfc3339Clock(): ByteClock {
  const known = new Int32Array(4)
  let minute = NaN
  const clock: ByteClock = { read, at: NaN }

  function read(view: DataView, start: number): number {
    if (!standsAt(view, start, known) && !learn(view, start)) return -1
    if (view.getUint8(start + 16) !== 0x3a) return -1
    const seconds = twoDigits(view, start + 17)
    // 60 is a leap second, which a parser of whole times may read in its own way.
    if (seconds < 0 || seconds > 59) return -1
    let at = start + 19
    let fraction = 0
    if (view.getUint8(at) === 0x2e) {
      let digits = 0
      let value = 0
      for (let digit = view.getUint8(++at) - 0x30; digit >= 0 && digit <= 9; digit = view.getUint8(++at) - 0x30) {
        value = value * 10 + digit
        digits++
      }
      if (digits === 0 || digits > MOST_FRACTION) return -1
      fraction = value / (SCALES[digits] ?? 1)
    }
    const zone = view.getUint8(at)
    let offset = 0
    if (zone === 0x5a) at++
    else {
      offset = offsetAt(view, at)
      if (Number.isNaN(offset)) return -1
      at += 6
    }
    clock.at = minute + seconds - offset + fraction
    return at
  }

  function learn(view: DataView, start: number): boolean {
    let text = ''
    for (let index = start; index < start + 16; index++) text += String.fromCodePoint(view.getUint8(index))
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/u.test(text)) return false
    const read = minuteOf(`${text}:00Z`)
    if (Number.isNaN(read)) return false
    minute = read
    keepFrom(view, start, known)
    return true
  }
  return clock
}

/** Whether the sixteen bytes there are those that are known. */
function standsAt(view: DataView, start: number, known: Int32Array): boolean {
  return (
    view.getInt32(start, true) === known[0] &&
    view.getInt32(start + 4, true) === known[1] &&
    view.getInt32(start + 8, true) === known[2] &&
    view.getInt32(start + 12, true) === known[3]
  )
}

function keepFrom(view: DataView, start: number, known: Int32Array): void {
  for (let word = 0; word < known.length; word++) known[word] = view.getInt32(start + 4 * word, true)
}

/** `29/Nov/2026:12:33:08 +0000`, as nginx and Apache write it. */
export function createClfClock(): ByteClock {
  const known = new Int32Array(4)
  let knownZone = 0
  let minute = NaN
  const clock: ByteClock = { read, at: NaN }

  // dd/Mon/yyyy:HH:MM:SS +zzzz: the minute in the first 17 characters, the zone in the last 5.
  function read(view: DataView, start: number): number {
    const isKnown =
      standsAt(view, start, known) &&
      view.getUint8(start + 16) === minuteDigit &&
      view.getUint8(start + 21) === sign &&
      view.getInt32(start + 22, true) === knownZone
    if (!isKnown && !learn(view, start)) return -1
    if (view.getUint8(start + 17) !== 0x3a || view.getUint8(start + 20) !== 0x20) return -1
    const seconds = twoDigits(view, start + 18)
    if (seconds < 0 || seconds > 59) return -1
    clock.at = minute + seconds
    return start + 26
  }

  let minuteDigit = 0
  let sign = 0
  function learn(view: DataView, start: number): boolean {
    let text = ''
    for (let index = start; index < start + 26; index++) text += String.fromCodePoint(view.getUint8(index))
    const [, day, month = '', year, time, zone] =
      /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}):\d{2} ([+-]\d{4})$/u.exec(text) ?? []
    const monthNumber = MONTHS.indexOf(month) + 1
    if (zone === undefined || monthNumber === 0) return false
    const date = `${year ?? ''}-${String(monthNumber).padStart(2, '0')}-${day ?? ''}`
    const read = minuteOf(`${date}T${time ?? ''}:00${zone.slice(0, 3)}:${zone.slice(3)}`)
    if (Number.isNaN(read)) return false
    minute = read
    keepFrom(view, start, known)
    minuteDigit = view.getUint8(start + 16)
    sign = view.getUint8(start + 21)
    knownZone = view.getInt32(start + 22, true)
    return true
  }
  return clock
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** NaN for a day that is in no calendar, which `Date.parse` takes for one of the next month. */
function minuteOf(iso: string): number {
  const at = Date.parse(iso)
  const offset = iso.endsWith('Z') ? 0 : Date.parse(`1970-01-01T00:00:00${iso.slice(-6)}`)
  if (Number.isNaN(at) || Number.isNaN(offset)) return NaN
  return new Date(at - offset).toISOString().startsWith(iso.slice(0, 16)) ? at / 1000 : NaN
}

function twoDigits(view: DataView, at: number): number {
  const tens = view.getUint8(at) - 0x30
  const ones = view.getUint8(at + 1) - 0x30
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

/** Seconds of `+05:30`; NaN where none stands there. */
function offsetAt(view: DataView, at: number): number {
  const sign = view.getUint8(at)
  const hours = twoDigits(view, at + 1)
  const minutes = twoDigits(view, at + 4)
  if ((sign !== 0x2b && sign !== 0x2d) || view.getUint8(at + 3) !== 0x3a) return NaN
  if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59) return NaN
  const size = hours * 3600 + minutes * 60
  return sign === 0x2d ? -size : size
}
