import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../structure/source-files.ts'

describe('what is loaded before a command is known', () => {
  const { files, packages } = loadedAtStart('src/main.ts')

  it('is the options and help of all commands', () => {
    expect(files).toContain('src/cli/clients-options.ts')
    expect(files).toContain('src/cli/triage-options.ts')
  })

  it('is no more than the command line itself', () => {
    const others = files.filter((file) => !file.startsWith('src/cli/') && file !== 'src/main.ts')
    expect(others).toEqual([
      'src/config/spoken-as.ts',
      'src/domain/language.ts',
      'src/domain/text.ts',
      'src/report/plain-text.ts',
      'src/report/standing.ts',
    ])
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['commander'])
  })
})

/** Follows the imports that Node follows at once: those of types are gone by then, and `import()` waits. */
function loadedAtStart(entry: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue
      if (isOfTypes(statement)) continue
      const { moduleSpecifier } = statement
      if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue
      if (!moduleSpecifier.text.startsWith('.')) packages.add(moduleSpecifier.text)
      else files.add(relative(ROOT, join(ROOT, dirname(file), moduleSpecifier.text)))
    }
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted() }
}

function isOfTypes(statement: ts.Statement): boolean {
  return ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}
