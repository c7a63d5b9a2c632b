import { type Zone, createZone } from '../domain/wall-clock.ts'
import type { ClientReading } from '../domain/clients.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { type Network, networkText } from '../lib/ip.ts'
import type { AccessFormat } from './access-line.ts'
import type { ClientSource } from './client-source.ts'
import { FORMATS } from './formats/list.ts'
import { type LiveClients, followClients } from './follow-clients.ts'
import { lineRules } from './line-rules.ts'
import { openScanThreads } from './scan-threads.ts'
import { type Scanned, type ScanRequest, scanFiles } from './scan/scan-files.ts'
import { toReadings } from './scan/to-readings.ts'

/** Access logs in files, as the settings name them. */
export interface AccessLogFiles {
  /** Files, also by `*` and `?` in any part of the path; those rotated away from them are found beside them. */
  readonly paths: readonly string[]
  /** The id of their format where it is stated; else it is told by their lines. */
  readonly format?: string
  /** The IANA zone of times that have none beside them; the machine's unless stated. */
  readonly timezone?: string
  /** Proxies that are trusted to say in X-Forwarded-For whose request it is. */
  readonly trusted?: readonly Network[]
  /** Tells when a line was read; the machine's unless stated. */
  readonly clock?: Clock
}

/** Settings of access logs that cannot be used; the message is one line that names the setting and the mend. */
export class AccessLogConfigError extends Error {
  override readonly name = 'AccessLogConfigError'
}

const SOURCE = 'access log'

/**
 * Clients as files of access logs tell them. A large file in the order of time is looked through, not read.
 * Once started they are followed as they grow too, so that lines without a time have that of their reading.
 *
 * @throws AccessLogConfigError
 */
export function createAccessLogClients(files: AccessLogFiles): ClientSource {
  const format = formatOf(files.format)
  const zoneName = files.timezone ?? machineZone()
  const zone = zoneOf(zoneName)
  const known = {
    paths: files.paths,
    ...howToRead({ trusted: files.trusted ?? [], zoneName, zone, ...(format && { format }) }),
  }
  let live: LiveClients | undefined
  return {
    name: SOURCE,
    read: async (request) => {
      const followed = live?.read(request, SOURCE)
      if (followed !== undefined) return [followed]
      const { window, baseline, top, deadline, takenAt } = request
      const spans = { window, ...(baseline !== undefined && { baseline }) }
      const scanned = await scanFiles({ ...known, spans, takenAt, deadline, looksBehind: true })
      return absentOf(scanned, deadline) ?? toReadings(scanned, { spans, takenAt, top, zoneName })
    },
    start: () => {
      live ??= followClients(known, files.clock ?? systemClock)
    },
    close: async () => {
      await live?.close()
    },
  }
}

export interface LogSettings {
  readonly trusted: readonly Network[]
  readonly zoneName: string
  readonly zone: Zone
  readonly format?: AccessFormat
}

/** How lines are read by these settings, by this thread and by those that help it. */
export function howToRead({
  trusted,
  zoneName,
  zone,
  format,
}: LogSettings): Pick<ScanRequest, 'rules' | 'hasTrust' | 'zone' | 'format' | 'openHelpers'> {
  return {
    rules: lineRules(trusted),
    hasTrust: trusted.length > 0,
    zone,
    ...(format && { format }),
    openHelpers: (spans) =>
      openScanThreads({ spans, trusted: trusted.map(networkText), zoneName, ...(format && { format: format.id }) }),
  }
}

/** @throws AccessLogConfigError when there is no such format */
export function formatOf(id: string | undefined): AccessFormat | undefined {
  const format = FORMATS.find((one) => one.id === id)
  if (id === undefined || format !== undefined) return format
  throw new AccessLogConfigError(`format "${id}" is unknown; choose one of ${FORMATS.map((one) => one.id).join(', ')}`)
}

export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** @throws AccessLogConfigError when there is no such zone */
export function zoneOf(name: string): ReturnType<typeof createZone> {
  try {
    return createZone(name)
  } catch {
    throw new AccessLogConfigError(`timezone "${name}" is unknown; write it like Europe/Berlin or UTC`)
  }
}

/** Nothing read is nothing known; and requests without a time are of no window. */
function absentOf(
  { files, problems, understood, counts }: Scanned,
  deadline: AbortSignal,
): readonly ClientReading[] | undefined {
  const absent = (
    reason: 'timeout' | 'unreachable' | 'bad_answer' | 'no_samples',
    detail: string,
  ): readonly ClientReading[] => [{ status: 'absent', source: SOURCE, reason, detail }]
  const [problem] = problems
  if (files.length === 0) {
    if (deadline.aborted) return absent('timeout', 'the files were not read in time')
    return absent(
      'unreachable',
      problem === undefined ? 'the paths mean no file that can be seen' : `${problem.path}: ${problem.words}`,
    )
  }
  if (understood.accessLines === 0) {
    const isEmpty = understood.total === 0
    return isEmpty
      ? absent('no_samples', 'the files hold no lines of that time')
      : absent('bad_answer', 'no line looks like one of an access log; is it the right file?')
  }
  const { untimed } = counts.addresses.seen
  if (untimed > 0 && untimed >= understood.requests) {
    return absent(
      'no_samples',
      'the lines carry no time: a collector that writes it (CRI, docker, journald) tells when',
    )
  }
  return undefined
}
