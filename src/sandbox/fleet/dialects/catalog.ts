import type { Dialect, DialectName } from './dialect.ts'
import { V0_0_4 } from './v0-0-4.ts'
import { V0_0_6 } from './v0-0-6.ts'
import { V1_0_10 } from './v1-0-10.ts'
import { V1_0_19 } from './v1-0-19.ts'
import { V1_0_25 } from './v1-0-25.ts'
import { V1_0_7 } from './v1-0-7.ts'
import { V1_0_8 } from './v1-0-8.ts'

const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  'v0-0.4': V0_0_4,
  'v0-0.6': V0_0_6,
  'v1-0.7': V1_0_7,
  'v1-0.8': V1_0_8,
  'v1-0.10': V1_0_10,
  'v1-0.19': V1_0_19,
  'v1-0.25': V1_0_25,
}

export function dialectOf(name: DialectName): Dialect {
  return DIALECTS[name]
}
