import { expect, it } from 'vitest'
import { typedText } from '../../../src/sandbox/page/typed-text.ts'

const USERS = [{ id: 'U0WHYSLOW1', name: 'whyslow', realName: 'whyslow', isBot: true }]

it.each([
  ['a command', '/vllm why-slow 10m', { kind: 'command', command: '/vllm', text: 'why-slow 10m' }],
  ['a command alone', ' /vllm ', { kind: 'command', command: '/vllm', text: '' }],
  ['a mention', '@whyslow why slow', { kind: 'message', text: '<@U0WHYSLOW1> why slow' }],
  ['a name nobody has', '@nobody', { kind: 'message', text: '@nobody' }],
  ['an address', 'me@whyslow.example', { kind: 'message', text: 'me@whyslow.example' }],
  ['markup, which is escaped', '<!channel> & <@U1>', { kind: 'message', text: '&lt;!channel&gt; &amp; &lt;@U1&gt;' }],
])('reads %s', (_, written, typed) => {
  expect(typedText(written, USERS)).toEqual(typed)
})
