import type { AccessFormat } from '../access-line.ts'
import type { Detection } from '../detect.ts'
import { FORMATS } from '../formats/list.ts'
import type { Learnt } from './text-scan.ts'

/** What was learnt from a text's first lines, as one thread tells another: formats by their ids. */
export interface PackedLearnt extends Omit<Learnt, 'detection'> {
  readonly detection: Omit<Detection, 'found' | 'formats' | 'runnerUp'>
  readonly found: readonly { readonly id: string; readonly wrappers: readonly string[]; readonly lines: number }[]
  readonly formats: readonly string[]
}

export function packLearnt({ detection, ...rest }: Learnt): PackedLearnt {
  const { found, formats, runnerUp: _, ...counts } = detection
  return {
    ...rest,
    detection: counts,
    found: found.map(({ format, wrappers, lines }) => ({ id: format.id, wrappers, lines })),
    formats: formats.map(({ id }) => id),
  }
}

export function unpackLearnt({ detection, found, formats, ...rest }: PackedLearnt): Learnt {
  return {
    ...rest,
    detection: {
      ...detection,
      found: found.map(({ id, wrappers, lines }) => ({ format: formatOfId(id), wrappers, lines })),
      formats: formats.map(formatOfId),
    },
  }
}

function formatOfId(id: string): AccessFormat {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new Error(`no format ${id}`)
  return format
}
