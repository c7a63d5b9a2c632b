import { expect, it } from 'vitest'
import { svgToPng } from '../../src/lib/svg-to-png.ts'

const svgOf = (text: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="5" y="30" font-size="28">${text}</text></svg>`

it('draws letters in its own font, the same for every family that is asked for', async () => {
  const plain = await svgToPng(svgOf('queue 8 s'))
  const named = await svgToPng(svgOf('queue 8 s').replace('<text', '<text font-family="No Such Font"'))
  expect(Buffer.from(named).equals(Buffer.from(plain))).toBe(true)
  expect(Buffer.from(plain).equals(Buffer.from(await svgToPng(svgOf(''))))).toBe(false)
})

it.each(['通义千问', 'ไทย', 'हिन्दी', '한국어', '🔥', '\u{20000}'])(
  'draws something for %s, whatever fonts there are',
  async (text) => {
    const png = await svgToPng(svgOf(text))
    expect(Buffer.from(png).equals(Buffer.from(await svgToPng(svgOf(''))))).toBe(false)
  },
)

it('rejects what is no picture', async () => {
  await expect(svgToPng('<html>')).rejects.toThrow(Error)
})
