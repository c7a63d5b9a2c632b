/** One instruction of a Dockerfile, as far as ours uses them. */
export type Instruction =
  | {
      readonly kind: 'copy'
      readonly from: string | undefined
      readonly sources: readonly string[]
      readonly to: string
    }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'env'; readonly name: string; readonly value: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'cmd'; readonly argv: readonly string[] }
  | { readonly kind: 'healthcheck'; readonly argv: readonly string[] }
  | { readonly kind: 'note'; readonly keyword: string; readonly text: string }

export interface Stage {
  readonly name: string
  readonly image: string
  readonly instructions: readonly Instruction[]
}

/**
 * Reads a Dockerfile that keeps to plain instructions. What it does not know it refuses, so that nothing of the
 * Dockerfile stays unproven.
 */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: { name: string; image: string; instructions: Instruction[] }[] = []
  for (const line of logicalLines(text)) {
    const [keyword = '', ...words] = line.split(/\s+/)
    if (keyword === 'FROM') {
      stages.push({ image: words[0] ?? '', name: words[2] ?? `${stages.length}`, instructions: [] })
    } else {
      stages.at(-1)?.instructions.push(parseInstruction(keyword, line.slice(keyword.length).trim()))
    }
  }
  return stages
}

function logicalLines(text: string): readonly string[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function parseInstruction(keyword: string, rest: string): Instruction {
  switch (keyword) {
    case 'COPY':
      return parseCopy(rest)
    case 'RUN':
      return { kind: 'run', command: rest }
    case 'WORKDIR':
      return { kind: 'workdir', path: rest }
    case 'ENV':
      return parseEnv(rest)
    case 'USER':
      return { kind: 'user', name: rest }
    case 'CMD':
      return { kind: 'cmd', argv: parseArgv(rest) }
    case 'HEALTHCHECK':
      return { kind: 'healthcheck', argv: parseArgv(rest.slice(rest.indexOf('CMD') + 'CMD'.length)) }
    case 'LABEL':
    case 'VOLUME':
    case 'EXPOSE':
      return { kind: 'note', keyword, text: rest }
    default:
      throw new Error(`the Dockerfile uses ${keyword}, which test/structure/dockerfile.ts does not follow yet`)
  }
}

function parseCopy(rest: string): Instruction {
  const words = rest.split(/\s+/)
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length)
  return { kind: 'copy', from, sources: paths.slice(0, -1), to: paths.at(-1) ?? '' }
}

function parseEnv(rest: string): Instruction {
  const [name = '', value] = rest.split(/=(.*)/s)
  if (value === undefined) throw new Error(`ENV ${rest}: write it as NAME=value`)
  return { kind: 'env', name, value }
}

function parseArgv(text: string): readonly string[] {
  const argv: unknown = JSON.parse(text)
  if (!Array.isArray(argv)) throw new Error(`write ${text} as a JSON list, so that no shell stands before node`)
  return argv.map(String)
}
