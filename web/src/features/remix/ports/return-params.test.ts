import { expect, it } from 'vitest'
import {
  buildReturnUrls,
  readGiven,
  readReturn,
  readSource,
  stripReturn,
  stripSource,
} from './return-params.ts'

it('both return URLs are given to the gateway', () => {
  expect(buildReturnUrls('https://v.example', 'w1')).toEqual({
    success_url: 'https://v.example/workflows/w1/remix?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://v.example/workflows/w1/remix?canceled=true',
  })
})

it.each([
  ['', null],
  ['from=c1', null],
  ['session_id=s1', { sessionId: 's1', canceled: false }],
  ['canceled=true', { sessionId: null, canceled: true }],
  ['canceled=no', null],
])('the return %s is parsed', (search, returned) => {
  expect(readReturn(new URLSearchParams(search))).toEqual(returned)
})

it('only the payment parameters are removed', () => {
  const search = new URLSearchParams('session_id=s1&canceled=true&from=c1')
  expect(stripReturn(search).toString()).toBe('from=c1')
})

it('the source creation is read and removed', () => {
  const search = new URLSearchParams('from=c1&x=1')
  expect(readSource(search)).toBe('c1')
  expect(stripSource(search).toString()).toBe('x=1')
})

it('inputs in the address are read and removed; empty inputs count as absent', () => {
  const search = new URLSearchParams('input.town=Hastings&input.mood=+&x=1')
  expect(readGiven(search)).toEqual({ town: 'Hastings' })
  expect(readGiven(new URLSearchParams('town=Hastings&input.town='))).toBeNull()
  expect(stripSource(search).toString()).toBe('x=1')
})
