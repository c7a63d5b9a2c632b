import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { conformClientMetrics } from './client-metrics.ts'
import { conform } from './conform.ts'
import { printConformance } from './print.ts'

// npm run conformance -- FOLDER: every recorded page of a corpus against what whyslow reads. Ends with 1 on any problem.

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.error(
    folder === undefined
      ? 'which pages? npm run conformance -- FOLDER, with metrics/, exporters/ … in it'
      : `${folder}: no such folder`,
  )
  process.exitCode = 2
} else {
  const result = await conform(folder)
  console.log(printConformance(result))
  const { found, problems } = await conformClientMetrics(join(folder, 'client-metrics'))
  const lines = [...found, `${found.length} pages of client metrics, ${problems.length} problems`]
  console.log(['', ...lines, ...problems.map((problem) => `PROBLEM ${problem}`)].join('\n'))
  if (result.problems.length + problems.length > 0) process.exitCode = 1
}
