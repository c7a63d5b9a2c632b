import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { parseEvidence } from '../../src/cli/evidence-file.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import type { AbsentReason } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { toIso, unixSeconds } from '../../src/domain/time.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { runAt } from '../cli/capture.ts'
import { describeWith } from '../support/needs.ts'
import { isReadFamily, readLines } from '../support/read-families.ts'
import { startPrometheus } from '../support/real-servers.ts'
import type { RealServer } from '../support/real-servers.ts'

const CAUSE = z.object({ cause: z.string() })
const SAID = z.object({ schema: z.literal('whyslow/triage/v1'), headline: CAUSE, contributing: z.array(CAUSE) })
const FIRST_END = 1_796_000_000
/** Three and a half hours: a day before one story's end lies in the gap between two others. */
const APART = 3.5 * 3600

const STORIES = catalog.map((scenario, index) => ({ ...scenario, end: unixSeconds(FIRST_END + index * APART) }))

describeWith(['prometheus', 'promtool'], 'triage of each simulated story by a real Prometheus', () => {
  let prometheus: RealServer
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whyslow-scenarios-'))
    const historyFile = join(folder, 'history.om')
    for (const scenario of STORIES) {
      const history = await recordHistory({ scenario, end: scenario.end })
      for (const chunk of history.text(isReadFamily)) await appendFile(historyFile, readLines(chunk))
    }
    await appendFile(historyFile, '# EOF\n')
    prometheus = await startPrometheus({ historyFile })
  }, 480_000)

  afterAll(async () => {
    await prometheus.stop()
    await rm(folder, { recursive: true })
  })

  it.each(STORIES)('$id: $expectedCause', async ({ id, end, expectedCause, expectedAlso = [] }) => {
    const { code, json } = await triage(end, id)
    const { headline, contributing } = SAID.parse(json)
    expect([expectedCause, ...expectedAlso]).toContain(headline.cause)
    // Of two causes at once either may come first, and both are said; a fault and its kind are one.
    const said = [headline, ...contributing].map(({ cause }) => cause)
    const isKind = expectedCause.startsWith('engine.crash')
    if (expectedAlso.length === 0 || isKind) expect(said).toContain(expectedCause)
    else expect(said).toEqual(expect.arrayContaining([expectedCause, ...expectedAlso]))
    const isCalm = expectedCause === 'healthy' || expectedCause.startsWith('benign.')
    expect(code).toBe(isCalm ? 0 : 10)
  })

  it.each(STORIES)(
    '$id: no signal can be taken away to make a wrong cause firm',
    async ({ id, expectedCause, expectedAlso = [] }) => {
      const evidence = parseEvidence(await readFile(join(folder, `${id}.json`), 'utf8'), id)
      const wrong = SIGNALS.flatMap((signal) =>
        REASONS.flatMap((reason) => {
          const { headline } = decide(without(evidence, signal.id, reason), inEnglish)
          const isWrong = headline.certainty === 'firm' && ![expectedCause, ...expectedAlso].includes(headline.cause)
          return isWrong ? [`without ${signal.id} (${reason}): ${headline.cause}`] : []
        }),
      )
      expect(wrong).toEqual([])
    },
  )

  async function triage(end: number, id: string): Promise<{ readonly code: number; readonly json: unknown }> {
    const at = ['--at', toIso(unixSeconds(end)), '--window', '5m']
    const from = ['--prometheus', prometheus.baseUrl, '--save-evidence', join(folder, `${id}.json`)]
    const { code, out, err } = await runAt(() => Date.now(), ['triage', ...from, ...at, '--format', 'json'])
    expect(err).toBe('')
    return { code, json: JSON.parse(out) }
  }
})

const REASONS: readonly AbsentReason[] = ['not_exposed', 'timeout', 'no_samples']

function without(evidence: Evidence, signal: string, reason: AbsentReason): Evidence {
  return { ...evidence, readings: { ...evidence.readings, [signal]: { status: 'absent', signal, reason } } }
}
