import { describe, expect, it } from 'vitest'
import { absent, present } from '../../src/domain/reading.ts'
import { columnsOf } from '../../src/report/columns.ts'
import { busiest, instanceTable } from '../../src/report/instance-table.ts'
import { instanceLine } from './worked-incident.ts'

const hot = instanceLine('hot:8000', true)
const calm = instanceLine('calm:8000', false)
const unread = { ...calm, key: { instance: 'unread:8000' }, waiting: absent('stale'), share: absent('stale') }
const down = { ...unread, key: { instance: 'down:8000' }, up: present(0) }

describe('busiest', () => {
  it('puts what is down first, then the longest queue, and what could not be read last', () => {
    const names = busiest([unread, calm, hot, down], 4).map(({ key }) => key.instance)
    expect(names).toEqual(['down:8000', 'hot:8000', 'calm:8000', 'unread:8000'])
  })
})

describe('instanceTable', () => {
  it('says DOWN, and a dash for what could not be read', () => {
    const [, first = '', last = ''] = instanceTable([unread, down], 2)
    expect(first).toContain('DOWN')
    expect(last).toMatch(/^unread:8000 +up +0\.66 +– +0\.66 +– +3 +–$/)
  })

  it('keeps its columns aligned whatever an instance is called', () => {
    const odd = { ...hot, key: { instance: '批处理🔥:8000', engine: '3' } }
    const widths = instanceTable([odd, calm], 5).map(columnsOf)
    expect(new Set(widths).size).toBe(1)
  })

  it('is nothing without instances', () => {
    expect(instanceTable([], 5)).toEqual([])
  })
})
