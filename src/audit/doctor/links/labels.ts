import { groupedBy } from '../../../domain/once.ts'
import type { Text } from '../../../domain/text.ts'
import { say } from '../../../domain/text.ts'
import type { PrometheusFacts, SeriesSeen, Settings } from '../facts.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { enginesText, failureText, instancesText, someOf } from '../words.ts'

/** In half an hour; a crash loop with its back-off of five minutes has fewer. */
const MANY_RESETS = 8

/** Whether one value of the instance label is one engine process. */
export const labels: Link = {
  id: 'labels',
  question: 'Does each instance have a name of its own?',
  examine: ({ prometheus, settings }) => {
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    const { series } = prometheus
    if (series.status === 'failed') return unknown(say`not looked at: ${failureText(series)}`)
    if (series.value.length === 0) return unknown(say`no series of the fleet now`)
    return (
      nameless(series.value, settings) ??
      twins(series.value, settings) ??
      flipping(prometheus, settings) ??
      ok(named(series.value, settings))
    )
  },
}

function nameless(rows: readonly SeriesSeen[], { instanceLabel }: Settings): Finding<Text> | undefined {
  const bare = rows.filter(({ labels }) => (labels[instanceLabel] ?? '') === '')
  if (bare.length === 0) return undefined
  const instead = ['instance', 'pod'].find(
    (label) => label !== instanceLabel && rows.every(({ labels }) => (labels[label] ?? '') !== ''),
  )
  return broken(
    say`${bare.length} series without the label ${instanceLabel}`,
    instead === undefined
      ? say`Keep the label ${instanceLabel} where series are relabelled (labeldrop, aggregation), or name another in whyslow.yml:`
      : say`Name the label that the series have, in whyslow.yml:`,
    [`instance_label: ${instead ?? 'LABEL'}`],
  )
}

/** Two series of one instance, engine and model: several processes under one name. */
function twins(rows: readonly SeriesSeen[], { instanceLabel }: Settings): Finding<Text> | undefined {
  const byName = groupedBy(rows, ({ labels }) => {
    const { engine = '', model_name: model = '', [instanceLabel]: instance = '' } = labels
    return JSON.stringify([instance, engine, model])
  })
  const shared = [...byName.values()].find((own) => own.length > 1 || own.some(({ value }) => value > 1))
  if (shared === undefined) return undefined
  const name = shared[0]?.labels[instanceLabel] ?? ''
  const pods = new Set(shared.flatMap(({ labels }) => labels['pod'] ?? []))
  if (pods.size > 1 && instanceLabel !== 'pod') {
    return broken(
      say`${instanceLabel}="${name}" is ${pods.size} pods at once: ${someOf([...pods])}`,
      say`Tell instances apart by their pods, in whyslow.yml:`,
      ['instance_label: pod'],
    )
  }
  // Versions before 0.12 show one series for each process of an API server (label pid): they are one engine's.
  if (shared.every(({ labels }) => (labels['pid'] ?? '') !== '')) return undefined
  return broken(
    say`${instanceLabel}="${name}" has several series of one engine: they are counted twice`,
    say`Two jobs or two replicas of Prometheus scrape the same engine (narrow the selector, or have the store deduplicate), or the label hides what tells engines apart (name the one that does):`,
    ['instance_label: pod'],
  )
}

/** A process never starts earlier than it did: where the start goes back, several processes answer in turn. */
function flipping({ startsBack, resets }: PrometheusFacts, { instanceLabel }: Settings): Finding<Text> | undefined {
  const flips = startsBack.status === 'ok' ? [...startsBack.value].filter(([, count]) => count > 0) : []
  const resetting = resets.status === 'ok' ? [...resets.value].filter(([, count]) => count >= MANY_RESETS) : []
  const [flip] = flips
  const [reset] = resetting
  if (flip !== undefined) {
    return broken(
      say`${instanceLabel}="${flip[0]}" is several processes in turn: its start went back ${flip[1]} times in half an hour`,
      say`A Service or load balancer is scraped, each time another engine answers: scrape the pods (kubernetes_sd_configs with role: pod, or a PodMonitor), then in whyslow.yml:`,
      ['instance_label: pod'],
    )
  }
  if (reset === undefined) return undefined
  return unknown(
    say`${instanceLabel}="${reset[0]}": counters went down ${reset[1]} times in half an hour: it restarts over and over, or a Service is scraped and several engines answer in turn`,
    say`see its restarts (kubectl get pods); if there are none, scrape the pods and set instance_label: pod`,
  )
}

function named(rows: readonly SeriesSeen[], { instanceLabel }: Settings): Text {
  const instances = new Set(rows.map(({ labels }) => labels[instanceLabel]))
  const ranks = rows.length > instances.size ? say`, ${enginesText(rows.length)}` : ''
  return say`${instancesText(instances.size)} by the label ${instanceLabel}${ranks}`
}
