import { describe, expect, it } from 'vitest'
import { hopsOf } from '../../src/clients/forwarded-for.ts'

describe('hopsOf', () => {
  it.each([
    ['10.9.0.1', ['10.9.0.1']],
    ['10.9.0.1, 10.9.0.2', ['10.9.0.2', '10.9.0.1']],
    ['10.9.0.1,10.9.0.2:8080', ['10.9.0.2', '10.9.0.1']],
    ['"10.9.0.1", [2001:db8::1]:443, [2001:db8::2]', ['2001:db8::2', '2001:db8::1', '10.9.0.1']],
    ['2001:db8::1', ['2001:db8::1']],
    ['::ffff:10.9.0.1', ['10.9.0.1']],
    ['unknown, 10.9.0.1', ['10.9.0.1', 'hidden']],
    ['_gateway', ['hidden']],
    ['for=10.9.0.1;proto=https, For="[2001:db8::1]:47011"', ['2001:db8::1', '10.9.0.1']],
    ['by=10.0.0.1;for="_hidden:80"', ['hidden']],
    ['proto=https;for = 10.9.0.1', ['10.9.0.1']],
    [' , ,', []],
    ['', []],
    ['<script>', ['hidden']],
  ])('of %j are %j, the nearest first', (list, hops) => {
    expect(hopsOf(list).map(String)).toEqual(hops)
  })
})
