import { createRequire } from 'node:module'
import { renderAsync } from '@resvg/resvg-js'
import { expect, it } from 'vitest'
import { svgToPng } from '../../src/lib/svg-to-png.ts'

const svgOf = (text: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="5" y="30" font-size="28">${text}</text></svg>`

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(Buffer.from(other))

/** As it is drawn where nobody looks which letters there are. */
async function rawly(text: string): Promise<Uint8Array> {
  const file = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
  const font = { fontFiles: [file], defaultFontFamily: 'DejaVu Sans Condensed', loadSystemFonts: true }
  return (await renderAsync(svgOf(text), { font })).asPng()
}

it('draws letters in its own font, the same for every family that is asked for', async () => {
  const plain = await svgToPng(svgOf('queue 8 s'))
  const named = await svgToPng(svgOf('queue 8 s').replace('<text', '<text font-family="No Such Font"'))
  expect(isSame(named, plain)).toBe(true)
  expect(isSame(plain, await svgToPng(svgOf('')))).toBe(false)
})

it.each(['通', 'ไ', 'क', '한', 'ህ', '🔥', '\u{20000}', '\uE000'])(
  'draws %s as a font of the machine has it, else three dots, and no box',
  async (letter) => {
    const box = await rawly('\u{10FFFD}')
    const drawn = await rawly(letter)
    const png = await svgToPng(svgOf(letter))
    expect(isSame(png, box)).toBe(false)
    expect(isSame(png, isSame(drawn, box) ? await svgToPng(svgOf('…')) : drawn)).toBe(true)
  },
)

it('leaves out letters that no font has, and those alone', async () => {
  const png = await svgToPng(svgOf('a\u{10FFFD}\u{10FFFE}b \u{10FFFD} µ → é'))
  expect(isSame(png, await svgToPng(svgOf('a…b … µ → é')))).toBe(true)
})

it('draws a thousand letters that nobody has', async () => {
  const letters = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x10f000 + index)).join('')
  expect(isSame(await svgToPng(svgOf(letters)), await svgToPng(svgOf('…')))).toBe(true)
})

it.each(['通义千问', 'हिन्दी', 'ไทย', '한국어'])(
  'draws something for the word %s, whatever fonts there are',
  async (word) => {
    expect(isSame(await svgToPng(svgOf(word)), await svgToPng(svgOf('')))).toBe(false)
  },
)

it('rejects what is no picture', async () => {
  await expect(svgToPng('<html>')).rejects.toThrow(Error)
  await expect(svgToPng('<html>通')).rejects.toThrow(Error)
})
