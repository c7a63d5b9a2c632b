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

/** Letters its own fonts have no picture of: of India, Thailand, China, Japan and Korea, and what is drawn in colours. */
const STRANGE =
  /[\u0900-\u0E7F\u0F00-\u109F\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{1F000}-\u{3FFFF}]/u

/**
 * A picture as PNG, in its own size, made outside the thread that everything else waits for. Letters that the fonts
 * inside do not have are looked for among the machine's; where it has none they are boxes.
 *
 * Rejects when it is no SVG.
 */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  const picture = await renderAsync(svg, { font: { ...FONT, loadSystemFonts: STRANGE.test(svg) } })
  return picture.asPng()
}
