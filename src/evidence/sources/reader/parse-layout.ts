import type { Matcher } from '../../../domain/matcher.ts'
import { SelectorError, parseSelector } from '../../../signals/selector.ts'
import { type Layout, STORED } from './layout.ts'

/** A layout as people write it: selectors as text. */
export interface LayoutText {
  readonly selector?: string
  readonly gpuSelector?: string
  readonly nodeSelector?: string
  readonly gatewaySelector?: string
  readonly instanceLabel?: string
}

/** @throws SelectorError that names the setting when a selector cannot be read */
export function parseLayout(text: LayoutText): Layout {
  return {
    exposers: STORED,
    engines: parse('selector', text.selector),
    gpus: parse('gpu_selector', text.gpuSelector),
    nodes: parse('node_selector', text.nodeSelector),
    gateway: parse('gateway_selector', text.gatewaySelector),
    instanceLabel: text.instanceLabel ?? 'instance',
  }
}

function parse(setting: string, text: string | undefined): readonly Matcher[] {
  if (text === undefined) return []
  try {
    return parseSelector(text)
  } catch (error) {
    if (error instanceof SelectorError) throw new SelectorError(`${setting}: ${error.message}`, { cause: error })
    throw error
  }
}
