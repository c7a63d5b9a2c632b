import type { Scenario } from './scenario.ts'
import { skew } from './skew.ts'

export const catalog: readonly Scenario[] = [skew]

export function findScenario(id: string): Scenario | undefined {
  return catalog.find((scenario) => scenario.id === id)
}
