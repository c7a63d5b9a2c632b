import { describe, expect, it } from 'vitest'
import { plain } from '../../src/report/plain-text.ts'

describe('plain', () => {
  it.each([
    ['a colour', '\u001B[31mred\u001B[0m', 'red'],
    ['a window title', '\u001B]0;evil\u0007name', 'name'],
    ['a title that never ends', 'a\u001B]0;evil', 'a'],
    ['an 8-bit escape', 'a\u009B31mb', 'a31mb'],
    ['line breaks', 'a\r\nb\u2028c', 'a b c'],
    ['a bell and a backspace', 'a\u0007\u0008b', 'ab'],
    ['turned writing', 'user\u202Egnp.exe', 'usergnp.exe'],
    ['a name in Chinese', '批处理-文档', '批处理-文档'],
    ['nothing at all', '', ''],
  ])('takes out %s', (_, text, expected) => {
    expect(plain(text)).toBe(expected)
  })
})
