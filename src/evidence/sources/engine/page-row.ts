/** One scrape of an instance. Values stand at their series' numbers; there may be fewer of them than there are series. */
export interface PageRow {
  /** Milliseconds. */
  readonly time: number
  readonly isUp: boolean
  /** The page was cut: a series that is not on it has not ended. */
  readonly isCut: boolean
  /** Whether the instance answers when it is asked directly; undefined when that is not known. */
  answers: boolean | undefined
  readonly values: Float64Array
  /** 1 where there is a value: NaN can be one. */
  readonly present: Uint8Array
}

const NOTHING = { values: new Float64Array(0), present: new Uint8Array(0) } as const

/** A scrape that brought no page. */
export function failedRow(time: number): PageRow {
  return { time, isUp: false, isCut: false, answers: undefined, ...NOTHING }
}
