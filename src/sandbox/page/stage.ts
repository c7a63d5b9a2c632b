import { z } from 'zod'
import type { PageStage } from './wire.ts'

/** What a person may do to what surrounds the workspace. */
export const stageAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), scenario: z.string() }),
  z.object({ kind: z.literal('fix'), index: z.int().nonnegative() }),
  z.object({ kind: z.literal('speed'), speed: z.number().positive() }),
])
export type StageAction = z.infer<typeof stageAction>

/** The world around the workspace, to be shown and acted on beside it. */
export type Stage = {
  readonly view: () => PageStage
  /** Gives back the way to stop listening. */
  readonly onChange: (listener: () => void) => () => void
  /** A line to show the person, or nothing. */
  readonly act: (action: StageAction) => string | undefined
}
