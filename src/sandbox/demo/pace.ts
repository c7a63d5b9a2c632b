import type { PacedClock } from './paced-clock.ts'

/** How fast the demo runs: ahead of life while something is awaited, as life itself while a person reads. */
export interface Pace {
  /** Runs ahead until told to rest, and no longer than so many simulated seconds. */
  readonly moveFor: (seconds: number) => void
  readonly rest: () => void
  /** A person's own choice, which holds until the story moves again. */
  readonly hold: (speed: number) => void
}

export function createPace(clock: PacedClock, speed: number): Pace {
  let cancel = (): void => undefined
  function set(wanted: number): void {
    cancel()
    clock.setSpeed(wanted)
  }
  return {
    moveFor: (seconds) => {
      set(speed)
      cancel = clock.after(seconds, () => clock.setSpeed(1))
    },
    rest: () => set(1),
    hold: set,
  }
}
