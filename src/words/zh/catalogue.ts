import { ASKED } from './asked.ts'
import { CALM } from './calm.ts'
import { CLIENTS } from './clients.ts'
import { DECODE } from './decode.ts'
import { DOCTOR_ENGINE } from './doctor-engine.ts'
import { DOCTOR_STORE } from './doctor-store.ts'
import { DOWN } from './down.ts'
import { FRONTEND } from './frontend.ts'
import { GATEWAY } from './gateway.ts'
import { GPU } from './gpu.ts'
import { HANG } from './hang.ts'
import { HARM } from './harm.ts'
import { KV } from './kv.ts'
import { MISSING } from './missing.ts'
import { PREFILL } from './prefill.ts'
import { QUEUE } from './queue.ts'
import { REPORT } from './report.ts'
import { SIGNALS } from './signals.ts'
import { SIGNALS_VLLM } from './signals-vllm.ts'
import { SKEW } from './skew.ts'
import { SLACK } from './slack.ts'
import { TESTS } from './tests.ts'
import { TRANSFER } from './transfer.ts'
import { UNITS } from './units.ts'
import { VERDICTS } from './verdicts.ts'

/** What each English sentence is in Simplified Chinese; its parts are by what they are about. */
export const CHINESE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...ASKED,
    ...CALM,
    ...CLIENTS,
    ...DECODE,
    ...DOCTOR_ENGINE,
    ...DOCTOR_STORE,
    ...DOWN,
    ...FRONTEND,
    ...GATEWAY,
    ...GPU,
    ...HANG,
    ...HARM,
    ...KV,
    ...MISSING,
    ...PREFILL,
    ...QUEUE,
    ...REPORT,
    ...SIGNALS,
    ...SIGNALS_VLLM,
    ...SKEW,
    ...SLACK,
    ...TESTS,
    ...TRANSFER,
    ...UNITS,
    ...VERDICTS,
  }),
)
