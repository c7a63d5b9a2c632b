import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'

const require = createRequire(import.meta.url)

/** Its own fonts, so that a picture looks the same in an image that has none. What names another family gets this one. */
const FONT = {
  fontFiles: [
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  ],
  loadSystemFonts: false,
  defaultFontFamily: 'DejaVu Sans Condensed',
}

/**
 * A picture as PNG, in its own size.
 *
 * @throws Error when it is no SVG
 */
export function svgToPng(svg: string): Uint8Array {
  return new Resvg(svg, { font: FONT }).render().asPng()
}
