import { formatOf, howToRead, machineZone, zoneOf } from '../clients/access-log-source.ts'
import { limitNotes } from '../clients/merge/limit-notes.ts'
import { NO_NAMING } from '../clients/merge/name-client.ts'
import { NO_FILE } from '../clients/scan/open-bytes.ts'
import { lastTime } from '../clients/scan/last-time.ts'
import { type Progress, type Scanned, scanFiles } from '../clients/scan/scan-files.ts'
import { toReadings } from '../clients/scan/to-readings.ts'
import type { ClientUse, PresentClients } from '../domain/clients.ts'
import { toIso, unixSeconds, type UnixSeconds } from '../domain/time.ts'
import { type Network, parseNetwork } from '../lib/ip.ts'
import { toClientsJson } from './clients-json.ts'
import type { ClientsOptions } from './clients-options.ts'
import { type ClientsResult, rankedBy, valueOf } from './clients-result.ts'
import { clientSpans } from './clients-spans.ts'
import { toClientsText } from './clients-text.ts'
import { EXIT } from './exit-code.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage-error.ts'

const STDIN = '-'

/**
 * Prints who sent the load.
 *
 * @returns the exit code
 */
export async function runClients(files: readonly string[], options: ClientsOptions, io: CliIo): Promise<number> {
  const result = await countClients(files, options, io)
  io.out(options.format === 'json' ? toClientsJson(result) : toClientsText(result, io))
  return result.reading.total.now.requests > 0 ? EXIT.healthy : EXIT.inconclusive
}

async function countClients(files: readonly string[], options: ClientsOptions, io: CliIo): Promise<ClientsResult> {
  const trusted = options.trust.map(networkOf)
  const format = formatOf(options.logFormat)
  const zoneName = options.timezone ?? machineZone()
  const zone = zoneOf(zoneName)
  const takenAt = unixSeconds(io.now() / 1000)
  const known = { zone, ...(format !== undefined && { format }) }
  const { spans, ahead } = await clientSpans(options, async () => {
    const last = files.includes(STDIN) ? undefined : await lastTime(files, known)
    return { newest: last === undefined ? undefined : unixSeconds(last), now: takenAt }
  })
  const progress = showProgress(io)
  const scanned = await scanFiles({
    ...howToRead({ ...known, trusted, zoneName }),
    paths: files,
    stdin: process.stdin,
    spans,
    takenAt,
    onProgress: progress.show,
  })
  progress.clear()
  refuseUnread(scanned, files)
  const [reading] = toReadings(scanned, { spans, takenAt, top: options.top, zoneName })
  if (reading === undefined) throw new Error('no reading of what was scanned')
  const { by, note } = rankedBy(options.by, reading.total)
  const { seen } = scanned.counts.addresses
  const ranked = reading.clients.toSorted((one, other) => valueOf(other.now, by) - valueOf(one.now, by))
  const top = ranked.slice(0, options.top)
  return {
    reading,
    by,
    spans,
    isTimed: seen.untimed < scanned.understood.requests,
    lines: scanned.understood,
    shapes: options.verbose === true ? scanned.understood.shapes : [],
    notes: [
      ...(note === undefined ? [] : [note]),
      ...(ahead === undefined ? [] : [aheadNote(ahead)]),
      ...emptyNotes(scanned, options.logFormat),
      ...limitNotes(reading, NO_NAMING),
      ...trustNotes(scanned, reading, options.trust),
      ...reading.notes,
    ],
    top,
    more: moreThan(top, reading, scanned),
  }
}

function aheadNote(time: UnixSeconds): string {
  return `the newest line says ${toIso(time)}, which is yet to come: the window ends now; --at with a time ends it elsewhere`
}

/** Whom X-Forwarded-For names counts only by the word of a proxy that is trusted, and not of everybody. */
function trustNotes(
  { understood }: Scanned,
  { identity }: PresentClients,
  trusted: readonly string[],
): readonly string[] {
  const everybody = trusted.filter((text) => networkOf(text)[1] === 0)
  return [
    ...everybody.map((text) => `--trust ${text} believes everybody: whoever sends a request can write any name`),
    ...(understood.hasUntrusted && identity === 'address'
      ? [
          'the lines have an X-Forwarded-For, and nobody vouches for it: where these addresses are a proxy of yours, --trust with its network names the clients behind it',
        ]
      : []),
  ]
}

/** What those sent who are not named. */
function moreThan(
  top: readonly ClientUse[],
  { identity, total, unattributed }: PresentClients,
  { counts }: Scanned,
): ClientsResult['more'] {
  const { tally } = identity === 'address' ? counts.addresses : (counts.others.get(identity) ?? counts.addresses)
  const requests = top.reduce((rest, { now }) => rest - now.requests, total.now.requests - unattributed.now.requests)
  if (requests <= 0) return undefined
  const rows = Array.from({ length: tally.rows() - 1 }, (_, index) => tally.sum(index + 1, 0, 'requests'))
  const clients = rows.filter((own) => own > 0).length - top.length
  return { requests, ...(!tally.hasForgotten() && { clients }) }
}

/** @throws UsageError for a text that is no network */
function networkOf(text: string): Network {
  const network = parseNetwork(text)
  if (network === undefined) {
    throw new UsageError(`--trust "${text}" is not a network; write it like 10.0.0.0/8 or 10.1.2.3`)
  }
  return network
}

/** @throws UsageError when no file could be read */
function refuseUnread({ files, problems }: Scanned, asked: readonly string[]): void {
  const [problem] = problems.filter(({ isUnread }) => isUnread)
  if (files.length > 0) return
  if (problem === undefined) throw new UsageError(`${asked.join(' ')} means no file that can be seen; check the path`)
  const mend = problem.words === NO_FILE ? `; read it as standard input: whyslow clients - < ${problem.path}` : ''
  throw new UsageError(`${problem.path} cannot be read: ${problem.words}${mend}`)
}

function emptyNotes({ understood, counts }: Scanned, format: string | undefined): readonly string[] {
  if (understood.total === 0) return ['there is no line to read']
  if (understood.accessLines === 0) {
    if (format !== undefined) {
      return [
        `no line is in the format ${format}; --verbose shows how they look, without --log-format they tell theirs`,
      ]
    }
    return ['no line looks like one of an access log; --verbose shows how they look, --log-format states the format']
  }
  if (understood.requests === 0) return ['there are access lines, and none of them asks for inference']
  const { seen } = counts.addresses
  return seen.outside >= understood.requests ? ['no request lies in the time asked for'] : []
}

/** A second of silence is no wait. */
const SILENT_MS = 1000
const EVERY_MS = 200

/** One line on the terminal that says how far it is, while there is a terminal and it takes its time. */
function showProgress(io: CliIo): { readonly show: (progress: Progress) => void; readonly clear: () => void } {
  const began = performance.now()
  let shownAt = began + SILENT_MS - EVERY_MS
  let isShown = false
  return {
    show: ({ bytes, ofBytes }) => {
      const now = performance.now()
      if (!process.stderr.isTTY || now - shownAt < EVERY_MS || now - began < SILENT_MS) return
      shownAt = now
      isShown = true
      const rate = bytes / 1e6 / ((now - began) / 1000)
      const part = ofBytes > bytes ? ` of ${(ofBytes / 1e9).toFixed(1)}` : ''
      io.err(`\r\u001B[Kread ${(bytes / 1e9).toFixed(1)}${part} GB, ${rate.toFixed(0)} MB/s`)
    },
    clear: () => {
      if (isShown) io.err('\r\u001B[K')
    },
  }
}
