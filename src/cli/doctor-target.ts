import type { Examinee } from '../audit/doctor/examine-engine.ts'
import type { Settings } from '../audit/doctor/facts.ts'
import type { Examination } from '../audit/doctor/gather-facts.ts'
import { DEFAULTS } from '../config/defaults.ts'
import { loadClusters } from '../config/load.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { parseLayout } from '../evidence/sources/reader/parse-layout.ts'
import { examinationOf } from '../flow/examine-cluster.ts'
import { pickCluster } from './cluster-target.ts'
import { configPath } from './config-path.ts'
import type { DoctorOptions } from './doctor-options.ts'
import { UsageError } from './usage-error.ts'

type Target = Omit<Examination, 'now'>

/**
 * What the options name to be looked at.
 *
 * @throws UsageError, ConfigError or SelectorError in one line
 */
export function doctorTarget(options: DoctorOptions, now: UnixSeconds): Target {
  const engines = options.engine.map((url): Examinee => ({ url: httpUrl(url, '--engine') }))
  if (options.prometheus !== undefined) return ofUrl(options.prometheus, { options, engines, now })
  const path = configPath(options.config)
  if (path !== undefined) return ofConfig(path, { options, engines, now })
  if (engines.length === 0) {
    throw new UsageError('nothing to look at: give --config FILE, --prometheus URL or --engine URL')
  }
  return { settings: settingsOf(DEFAULTS.selector, 'instance', now), engines }
}

interface Stated {
  readonly options: DoctorOptions
  readonly engines: readonly Examinee[]
  readonly now: UnixSeconds
}

function ofUrl(url: string, { options, engines, now }: Stated): Target {
  const { selector = DEFAULTS.selector } = options
  const prometheus = { url: httpUrl(url, '--prometheus'), selector }
  return { settings: settingsOf(selector, 'instance', now), engines, prometheus }
}

function ofConfig(path: string, { options, engines, now }: Stated): Target {
  const config = loadClusters(path, process.env)
  const target = examinationOf(pickCluster(config, options.cluster), { now, window: config.triage.window })
  return engines.length > 0 ? { ...target, engines } : target
}

function settingsOf(selector: string, instanceLabel: string, now: UnixSeconds): Settings {
  const { engines: matchers } = parseLayout({ selector })
  return { now, selector, matchers, instanceLabel, window: DEFAULTS.window }
}

function httpUrl(text: string, option: string): string {
  if (/^https?:\/\/./u.test(text) && URL.canParse(text)) return text
  throw new UsageError(
    `${option} is no URL; write it like ${option} http://10.0.0.1:${option === '--engine' ? 8000 : 9090}`,
  )
}
