import type { Scope } from '../domain/scope.ts'

/** `prod / qwen2.5-7b / 10.0.1.22:8000` */
export function placeText({ cluster, modelName, instance }: Scope): string {
  return [cluster, modelName, instance].filter((part) => part !== undefined).join(' / ')
}
