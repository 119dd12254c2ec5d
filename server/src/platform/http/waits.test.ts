import { expect, test } from 'vitest'
import { openWaits, type WaitKind } from './waits.ts'

function open(most = { perCaller: 2, perAddress: 3 }) {
  const waits = openWaits(most)
  return (kind: WaitKind, principal: string | undefined, address: string) =>
    waits.take(kind, { principal, address })
}
const refused = expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 })

test('a caller and a client IP have a limited number of slots each, and give each slot back once', () => {
  const take = open()
  const first = take('streams', 'a', '192.0.2.1')
  take('streams', 'a', '192.0.2.2')
  expect(() => take('streams', 'a', '192.0.2.3')).toThrow(refused)
  first()
  first()
  take('streams', 'a', '192.0.2.3')
  expect(() => take('streams', 'a', '192.0.2.4')).toThrow(refused)
})

test('all callers of one IPv6 /64 share its slots, and each kind and process counts separately', () => {
  const take = open()
  for (const id of ['a', 'b', undefined]) take('streams', id, '2001:db8::1')
  expect(() => take('streams', 'c', '2001:db8::2')).toThrow(refused)
  take('answers', 'c', '2001:db8::2')
  take('streams', 'c', '2001:db8:0:1::2')
  open()('streams', 'c', '2001:db8::2')
})

test('a limit of 0 slots is no limit', () => {
  const take = open({ perCaller: 0, perAddress: 0 })
  for (let call = 0; call < 100; call++) take('streams', 'a', '192.0.2.1')
})
