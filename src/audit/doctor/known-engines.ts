import { keptIn } from '../../domain/once.ts'
import type { Text } from '../../domain/text.ts'
import { commaed, say } from '../../domain/text.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import { type Family, exposedNames } from '../../signals/family.ts'
import { familiesOf } from '../../signals/term.ts'
import { vllmNames } from '../../signals/vllm-names.ts'

/** What vLLM itself measures, as far as a signal reads it. */
export const ENGINE_FAMILIES: readonly Family[] = [
  ...new Map(
    SIGNALS.filter(({ exposer }) => exposer === 'engine')
      .flatMap(({ term }) => familiesOf(term))
      .map((family) => [family.id, family]),
  ).values(),
]

/** What the names on a page or in a store say of who wrote them. */
export interface Recognised {
  /** Names that whyslow reads, by the prefix they stand under. */
  readonly vllm: ReadonlyMap<string, readonly string[]>
  /** Names that have vLLM's in them but under no prefix that is read: somebody renamed them. */
  readonly renamed: readonly string[]
  /** Another engine, with a name of its own that shows it. */
  readonly other?: { readonly engine: string; readonly name: string }
}

/** Prefixes under which vLLM's names are read: the parts before an empty name. */
const PREFIXES = vllmNames('')

/** The longest first, so that `ray_vllm:` is not taken for a `vllm:` renamed. */
const BY_LENGTH = PREFIXES.toSorted((one, other) => other.length - one.length)

/** Engines that serve models as vLLM does; their own metrics pages. */
const OTHERS = [
  ['sglang[:_]', 'SGLang'],
  ['tgi_', 'TGI (text-generation-inference)'],
  ['(?:nv_)?trt_?llm_', 'TensorRT-LLM'],
  ['nv_inference_', 'Triton Inference Server'],
  ['lmdeploy[:_]', 'LMDeploy'],
  ['llamacpp[:_]', 'llama.cpp'],
  ['dynamo_', 'NVIDIA Dynamo'],
] as const

const PATTERNS = OTHERS.map(([prefix, engine]) => ({ pattern: new RegExp(`^${prefix}`), engine }))

/** A pattern (RE2, anchored) of all names that `recognise` has a word for. */
export const RECOGNISED_NAMES = ['(?i:.*vllm.*)', ...OTHERS.map(([prefix]) => `${prefix}.*`)].join('|')

export function recognise(names: Iterable<string>): Recognised {
  const vllm = new Map<string, string[]>()
  const renamed: string[] = []
  const others: { engine: string; name: string }[] = []
  for (const name of [...names].toSorted()) {
    const prefix = BY_LENGTH.find((one) => name.startsWith(one))
    if (prefix !== undefined) keptIn(vllm, prefix, () => []).push(name)
    else if (/vllm[^a-z]/i.test(name)) renamed.push(name)
    const engine = PATTERNS.find(({ pattern }) => pattern.test(name))?.engine
    if (engine !== undefined) others.push({ engine, name })
  }
  const [other] = others
  return { vllm, renamed, ...(other !== undefined && { other }) }
}

/** Whether anything that whyslow reads of vLLM is among the names; a router has names under its prefix, too. */
export function hasVllm(names: ReadonlySet<string>): boolean {
  return ENGINE_FAMILIES.some((family) => exposedNames(family, names).length > 0)
}

/** `54 names under vllm:`. */
export function countText({ vllm }: Recognised): Text {
  return commaed([...vllm].map(([prefix, names]) => say`${names.length} names under ${prefix}`))
}
