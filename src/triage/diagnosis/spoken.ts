import type { Action, ActionPlan } from '../../domain/action.ts'
import type { Diagnosis, Finding, Missing, NotRuledOut, UsedReading, Verdict } from '../../domain/diagnosis.ts'
import type { Speak, Text } from '../../domain/text.ts'

/** A diagnosis in the words of one language. */
export function spoken(diagnosis: Diagnosis<Text>, speak: Speak): Diagnosis {
  return {
    ...diagnosis,
    headline: findingIn(speak, diagnosis.headline),
    contributing: diagnosis.contributing.map((finding) => findingIn(speak, finding)),
    notRuledOut: diagnosis.notRuledOut.map((open) => openIn(speak, open)),
    path: diagnosis.path.map((verdict) => verdictIn(speak, verdict)),
    actions: planIn(speak, diagnosis.actions),
    missing: diagnosis.missing.map((missing) => missingIn(speak, missing)),
    contradictions: diagnosis.contradictions.map(speak),
  }
}

function findingIn(speak: Speak, { doubt, ...finding }: Finding<Text>): Finding {
  return {
    ...finding,
    ...(doubt === undefined ? {} : { doubt: speak(doubt) }),
    title: speak(finding.title),
    because: finding.because.map(speak),
  }
}

function openIn(speak: Speak, { cause, missing, settleWith }: NotRuledOut<Text>): NotRuledOut {
  return { cause, missing: missing.map(speak), settleWith: speak(settleWith) }
}

function verdictIn(speak: Speak, verdict: Verdict<Text>): Verdict {
  return {
    ...verdict,
    ask: speak(verdict.ask),
    readings: verdict.readings.map((reading) => readingIn(speak, reading)),
  }
}

function readingIn(speak: Speak, reading: UsedReading<Text>): UsedReading {
  return { ...reading, title: speak(reading.title), threshold: speak(reading.threshold) }
}

function planIn(speak: Speak, { now, today, thisWeek, rollback }: ActionPlan<Text>): ActionPlan {
  const each = (actions: readonly Action<Text>[]): readonly Action[] =>
    actions.map((action) => ({ ...action, text: speak(action.text) }))
  return { now: each(now), today: each(today), thisWeek: each(thisWeek), rollback: each(rollback) }
}

function missingIn(speak: Speak, missing: Missing<Text>): Missing {
  return { ...missing, title: speak(missing.title), enableWith: speak(missing.enableWith) }
}
