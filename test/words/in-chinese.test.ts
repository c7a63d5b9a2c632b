import { describe, expect, it } from 'vitest'
import { formatQuantity } from '../../src/domain/quantity.ts'
import type { Text } from '../../src/domain/text.ts'
import { say } from '../../src/domain/text.ts'
import { inChinese } from '../../src/words/in-chinese.ts'

/** A literal is refused, since it is no name. */
const named = (name: string): string => name

describe('a text in Chinese', () => {
  it.each<readonly [string, Text, string]>([
    ['a sentence', say`Do requests wait?`, '是否有请求排队？'],
    ['a blank beside a Latin name', say`Send less to ${named('10.0.1.22:8000')}`, '少给 10.0.1.22:8000 分流量'],
    ['no blank beside a Chinese one', say`Send less to ${named('客服')}`, '少给客服分流量'],
    ['no blank between two Chinese words', say`${named('客服')} ${say`hangs`}`, '客服卡死'],
    ['a blank between a name and a word', say`${named('a')} ${say`hangs`}`, 'a 卡死'],
    ['none beside full-width punctuation', say`not read (${say`HTTP ${named('503')}`})`, '未读到（HTTP 503）'],
    ['a number and its unit', formatQuantity(4, 'requests'), '4 个请求'],
    [
      'a blank where the English has none',
      say`Decode is ${say`what grew`}, and what I could read does not say why.`,
      'Decode 变慢，但读到的数据说明不了原因。',
    ],
    ['what a name holds as it is', say`${named('客服 , 团队')} ${say`hangs`}`, '客服 , 团队卡死'],
    ['a brace of a name as it is', say`Send less to ${named('{0}{1}')}`, '少给 {0}{1} 分流量'],
    ['nothing', say``, ''],
  ])('has %s', (_, text, said) => {
    expect(inChinese(text)).toBe(said)
  })

  it('is English where the catalogue lacks it, and Chinese in its parts', () => {
    const text: Text = { parts: ['No such sentence: ', '.'], holes: [say`Do requests wait?`] }
    expect(inChinese(text)).toBe('No such sentence: 是否有请求排队？.')
  })
})
