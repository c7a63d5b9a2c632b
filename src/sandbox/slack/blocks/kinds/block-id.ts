import { string } from '../check.ts'
import type { Check } from '../check.ts'

export const blockId: Check = string({ max: 255 })
