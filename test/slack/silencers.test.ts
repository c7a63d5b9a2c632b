import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { createRefusalFor } from '../../src/slack/silencers.ts'
import { aSlack } from '../sandbox/slack/local.ts'
import { aQuickClient } from './ends.ts'

async function refusals(allowed: readonly string[] | undefined) {
  const slack = await aSlack({ mode: 'lenient' })
  let now = 0
  const refusalFor = createRefusalFor({ allowed, client: aQuickClient(slack), now: () => now, speak: inEnglish })
  return {
    slack,
    of: (user: string) => refusalFor(user),
    wait: (seconds: number) => {
      now += seconds
    },
  }
}

const { alice, bob, oncallGroup } = SEED

describe('who may silence', () => {
  it('is everyone where nobody is named', async () => {
    const { of, slack } = await refusals(undefined)
    expect(await of(bob)).toBeUndefined()
    expect(slack.calls()).toEqual([])
  })

  it('is who is named, and who is in a group that is', async () => {
    const { of, slack, wait } = await refusals([bob, oncallGroup])
    expect(await of(bob)).toBeUndefined()
    expect(await of(alice)).toBeUndefined()
    expect(await of('U0EVE000000')).toContain('not among those')
    expect(slack.callsOf('usergroups.users.list')).toHaveLength(1)
    wait(61)
    expect(await of(alice)).toBeUndefined()
    expect(slack.callsOf('usergroups.users.list')).toHaveLength(2)
  })

  it.each([
    ['a scope is missing', { error: 'missing_scope' }, 'missing_scope'],
    ['Slack does not answer', { hang: true } as const, "can't tell"],
    ['there is no such group', { error: 'no_such_subteam' }, 'no_such_subteam'],
  ])('is nobody of a group while %s, and why is said', async (_name, fault, words) => {
    const { of, slack } = await refusals([bob, oncallGroup])
    slack.fail('usergroups.users.list', fault)
    expect(await of(alice)).toContain(words)
    expect(await of(bob)).toBeUndefined()
  })
})
