import { validateBlocks } from '../blocks/validate-blocks.ts'
import { granted, refused } from './answer.ts'
import { jsonArg } from './arguments.ts'
import type { Method } from './method.ts'

/** Where a Socket Mode client is to connect; asked for with the app's token, not the bot's. */
export const connectionsOpen: Method = {
  token: 'app',
  scopes: [],
  tier: 'unlimited',
  run: (_world, _args, { openConnection }) => {
    const opened = openConnection()
    return 'url' in opened ? granted({ url: opened.url }) : refused(opened.error)
  },
}

/** Slack's own checker, for blocks of a message only. */
export const blocksValidate: Method = {
  token: 'bot',
  scopes: [],
  tier: 'tier4',
  run: (_world, args) => {
    const read = jsonArg(args, 'blocks')
    if (read.status !== 'read') return refused('invalid_arguments')
    const errors = validateBlocks(read.value, 'message', '')
    if (errors.length === 0) return granted()
    return refused('invalid_blocks', { errors: errors.map((error) => ({ code: 'failed_constraint', ...error })) })
  },
}
