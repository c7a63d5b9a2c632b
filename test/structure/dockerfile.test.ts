import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDockerfile } from './dockerfile.ts'
import { ROOT } from './source-files.ts'

const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
const last = stages.at(-1)?.instructions ?? []

describe('Dockerfile', () => {
  it('runs as a user who is not root, set before the command', () => {
    const users = last.flatMap((each) => (each.kind === 'user' ? [each.name] : []))
    expect(users).toEqual(['node'])
  })

  it('starts the server without a shell, so that it receives SIGTERM', () => {
    expect(last.at(-1)).toEqual({ kind: 'cmd', argv: ['node', '/app/dist/main.js', 'serve'] })
  })

  it('asks for its health with node, since the slim image has no curl', () => {
    const check = last.find(({ kind }) => kind === 'healthcheck')
    expect(check).toMatchObject({ argv: ['node', '-e', expect.stringContaining('process.exit')] })
  })

  it('keeps its state in a volume', () => {
    expect(last).toContainEqual({ kind: 'note', keyword: 'VOLUME', text: '/var/lib/whyslow' })
    const folders = last.flatMap((each) => (each.kind === 'workdir' ? [each.path] : []))
    expect(folders.at(-1)).toBe('/var/lib/whyslow')
  })

  it('takes no development dependency into the last stage', () => {
    const copied = last.flatMap((each) =>
      each.kind === 'copy' && each.sources.includes('/app/node_modules') ? [each] : [],
    )
    expect(copied).toMatchObject([{ from: 'dependencies' }])
    expect(stages.find(({ name }) => name === 'dependencies')?.instructions).toContainEqual({
      kind: 'run',
      command: 'npm ci --omit=dev',
    })
  })

  it('copies only what exists and what .dockerignore lets through', () => {
    const allowed = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const wanted = stages
      .flatMap(({ instructions }) => instructions)
      .flatMap((each) => (each.kind === 'copy' && each.from === undefined ? each.sources : []))
    expect(wanted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect([...new Set(wanted)].toSorted()).toEqual(allowed.toSorted())
  })

  it('uses one base image, at least as new as package.json asks', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } }
    const images = [...new Set(stages.map(({ image }) => image))]
    expect(images).toHaveLength(1)
    const major = Number(/^node:(\d+)-slim$/.exec(images[0] ?? '')?.[1])
    expect(major).toBeGreaterThanOrEqual(Number.parseInt(engines.node.replace('>=', ''), 10))
  })

  it('refuses an instruction it could not follow', () => {
    expect(() => parseDockerfile('FROM x\nADD y z\n')).toThrow('ADD')
  })
})
