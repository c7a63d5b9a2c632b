import type { Reporter, TestModule, TestSuite } from 'vitest/node'

/** Ends a run with what it left out, why, and how to get it. */
export default function createSkipSummary(): Reporter {
  return {
    onTestRunEnd(modules) {
      const skipped = countByReason(modules)
      if (skipped.size === 0) return
      const lines = [...skipped].map(([reason, count]) => `  ${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`)
      process.stdout.write(['Skipped', ...lines, ''].join('\n'))
    },
  }
}

function countByReason(modules: readonly TestModule[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const testModule of modules) {
    for (const test of testModule.children.allTests('skipped')) {
      const result = test.result()
      const note = result.state === 'skipped' ? result.note : undefined
      const reason = note ?? reasonOf(test.parent) ?? `no reason given in ${testModule.relativeModuleId}`
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  }
  return counts
}

function reasonOf(parent: TestModule | TestSuite): string | undefined {
  if (parent.type === 'module') return undefined
  return parent.meta().skippedFor ?? reasonOf(parent.parent)
}
