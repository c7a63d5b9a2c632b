import { describe, expect, it } from 'vitest'
import { isAccessLine } from '../../src/clients/access-line.ts'
import { describeFound, detect, hasChanged } from '../../src/clients/detect.ts'
import { CLOCK, SAMPLES } from './formats/samples.ts'

const NGINX = SAMPLES.find(({ id, name }) => id === 'nginx-combined' && name === 'a line')?.line ?? ''
const INGRESS = SAMPLES.find(({ id }) => id === 'ingress-nginx')?.line ?? ''
const UVICORN = SAMPLES.find(({ id }) => id === 'uvicorn')?.line ?? ''

function times(count: number, line: string): readonly string[] {
  return Array.from({ length: count }, () => line)
}

describe('detect', () => {
  const access = SAMPLES.filter(({ parsed }) => isAccessLine(parsed))

  it.each(access.map(({ id, name, line }) => [id, name, line] as const))('knows %s by %s', (id, name, line) => {
    const { found, confidence } = detect([line], CLOCK)
    // Without gunicorn's own lines beside it, the same line is nginx'.
    const same = id === 'gunicorn' && name === 'a line' ? 'nginx-combined' : id
    expect(found.map(describeFound)).toEqual([same])
    expect(confidence).toBe(1)
  })

  it('tells gunicorn from nginx by the lines beside, and names the other as runner-up', () => {
    const own = '[2026-11-29 10:00:05 +0000] [7] [INFO] Using worker: sync'
    const { found, runnerUp } = detect([own, ...times(9, NGINX)], CLOCK)
    expect(found.map(describeFound)).toEqual(['gunicorn'])
    expect(runnerUp === undefined ? '' : describeFound(runnerUp)).toBe('nginx-combined')
  })

  it('finds each format of a mixed text, with the layers around it', () => {
    const cri = `2026-11-29T10:00:05.123456789Z stdout F ${UVICORN}`
    const { found, accessLines, unknown } = detect([...times(3, cri), ...times(5, INGRESS), 'a banner'], CLOCK)
    expect(found.map((one) => [describeFound(one), one.lines])).toEqual([
      ['ingress-nginx', 5],
      ['uvicorn in cri', 3],
    ])
    expect([accessLines, unknown]).toEqual([8, 1])
  })

  it('counts a line that was broken off as one, and takes no other format for it', () => {
    const { found, broken, confidence } = detect([...times(99, INGRESS), INGRESS.slice(0, 120)], CLOCK)
    expect(found.map(describeFound)).toEqual(['ingress-nginx'])
    expect([broken, confidence]).toEqual([1, 0.99])
  })

  it.each([
    ['nothing', []],
    ['blank lines', ['', '  ']],
    ['prose', ['Once upon a time', 'there was a queue.']],
  ])('finds no format in %s', (_, lines) => {
    expect(detect(lines, CLOCK)).toMatchObject({ found: [], formats: [], confidence: 0 })
  })

  it('says what a program wrote that is no access log', () => {
    expect(detect(['2026/11/29 10:00:05 [notice] 7#7: nginx/1.22.1'], CLOCK)).toMatchObject({ found: [], other: 1 })
  })
})

describe('hasChanged', () => {
  const detection = detect([...times(8, NGINX), 'a', 'b'], CLOCK)

  it.each([
    ['as many unknown lines as before', { lines: 1000, unknown: 200 }, false],
    ['a fifth more of them', { lines: 1000, unknown: 401 }, true],
    ['too few lines to say', { lines: 100, unknown: 100 }, false],
  ])('after %s: %s is %s', (_, since, isChanged) => {
    expect(hasChanged(detection, since)).toBe(isChanged)
  })
})
