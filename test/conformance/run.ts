import { existsSync } from 'node:fs'
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
  if (result.problems.length > 0) process.exitCode = 1
}
