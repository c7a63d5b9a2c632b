import { minutes } from '../../domain/time.ts'

/** Long enough for four scrapes at 15 s or 30 s, short enough that a hang shows within two minutes. */
export const RECENT = minutes(2)
