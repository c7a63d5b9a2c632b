import { createRequire } from 'node:module'
import { renderAsync } from '@resvg/resvg-js'

const require = createRequire(import.meta.url)

/** Its own fonts, so that a picture looks the same in an image that has none. What names another family gets this one. */
const FONT = {
  fontFiles: [
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  ],
  defaultFontFamily: 'DejaVu Sans Condensed',
}

/** Letters that its own fonts may have no picture of: all but those of Europe, punctuation, arrows and the like. */
const STRANGE = /[^\s!-\u052F\u1E00-\u27BF]/gu
/** In the place of those that no font has: nobody reads a box. */
const UNSEEN = '…'

/**
 * A picture as PNG, in its own size, made outside the thread that everything else waits for. Letters that the fonts
 * inside do not have are looked for among the machine's; those that it has none for are left out, which three dots say.
 *
 * Rejects when it is no SVG.
 */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  const strange = [...new Set(svg.match(STRANGE))]
  const unseen = strange.length === 0 ? new Set<string>() : await unseenOf(strange)
  const shown = unseen.size === 0 ? svg : svg.replaceAll(RUNS, (run) => withoutUnseen(run, unseen))
  return (await render(shown, { loadSystemFonts: unseen.size < strange.length })).asPng()
}

function render(
  svg: string,
  { loadSystemFonts }: { readonly loadSystemFonts: boolean },
): ReturnType<typeof renderAsync> {
  return renderAsync(svg, { font: { ...FONT, loadSystemFonts } })
}

const RUNS = new RegExp(`(?:${STRANGE.source})+`, 'gu')

function withoutUnseen(run: string, unseen: ReadonlySet<string>): string {
  return Array.from(run, (letter) => (unseen.has(letter) ? UNSEEN : letter))
    .join('')
    .replaceAll(/…{2,}/gu, UNSEEN)
}

/** Of a private letter, the last one there is, no font has a picture: it is drawn as what has none. */
const NONE = '\u{10FFFD}'
/** Side of the square in which a letter is looked at, in pixels. */
const CELL = 40
/** What names so many is no name. */
const MOST = 100

/** The letters that look as one does that no font has. What is not looked at counts as such. */
async function unseenOf(letters: readonly string[]): Promise<ReadonlySet<string>> {
  const looked = letters.slice(0, MOST)
  const cells = [NONE, ...looked].map(
    (letter, index) =>
      `<text x="${index * CELL + CELL / 8}" y="${CELL * 0.75}" font-size="${CELL / 2}">${letter}</text>`,
  )
  const size = `width="${cells.length * CELL}" height="${CELL}"`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${cells.join('')}</svg>`
  const { pixels } = await render(picture, { loadSystemFonts: true })
  const row = cells.length * CELL * 4
  const cellAt = (index: number): Buffer =>
    Buffer.concat(
      Array.from({ length: CELL }, (_, y) =>
        pixels.subarray(y * row + index * CELL * 4, y * row + (index + 1) * CELL * 4),
      ),
    )
  const none = cellAt(0)
  return new Set([...looked.filter((_, index) => cellAt(index + 1).equals(none)), ...letters.slice(MOST)])
}
