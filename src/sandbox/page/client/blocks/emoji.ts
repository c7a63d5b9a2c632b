/** The emoji that are used here, by Slack's names; any other stays `:name:`, as one that Slack does not know. */
const BY_NAME = new Map(
  Object.entries({
    red_circle: '🔴',
    large_yellow_circle: '🟡',
    large_orange_circle: '🟠',
    large_green_circle: '🟢',
    large_blue_circle: '🔵',
    white_circle: '⚪',
    black_circle: '⚫',
    white_check_mark: '✅',
    heavy_check_mark: '✔️',
    x: '❌',
    warning: '⚠️',
    rotating_light: '🚨',
    fire: '🔥',
    mag: '🔍',
    eyes: '👀',
    hourglass: '⌛',
    hourglass_flowing_sand: '⏳',
    bell: '🔔',
    no_bell: '🔕',
    wrench: '🔧',
    bar_chart: '📊',
    chart_with_upwards_trend: '📈',
    '+1': '👍',
    thumbsup: '👍',
    '-1': '👎',
    thumbsdown: '👎',
    question: '❓',
    information_source: 'ℹ️',
    memo: '📝',
    link: '🔗',
    robot_face: '🤖',
    tada: '🎉',
  }),
)

export function emojiOf(name: string, unicode: string | undefined): string {
  return BY_NAME.get(name) ?? fromCodes(unicode) ?? `:${name}:`
}

/** Slack writes the code points in hex: `1f1e9-1f1ea`. */
function fromCodes(unicode: string | undefined): string | undefined {
  if (unicode === undefined || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/iu.test(unicode)) return undefined
  const codes = unicode.split('-').map((code) => Number.parseInt(code, 16))
  return codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : undefined
}

/** The coloured circles that say how things stand, and what draws them where no font has them. */
export const CIRCLES = new Map([
  ['🔴', 'red'],
  ['🟠', 'orange'],
  ['🟡', 'yellow'],
  ['🟢', 'green'],
  ['🔵', 'blue'],
  ['⚪', 'white'],
  ['⚫', 'black'],
])
