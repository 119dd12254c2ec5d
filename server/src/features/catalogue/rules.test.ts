import { expect, test } from 'vitest'
import { embedderOf, frameSize, recipeIn } from './rules.ts'

const OWN = 'shop.example'

test.each([
  ['https://blog.example/a?b=c', 'blog.example'],
  ['https://www.Blog.Example:8443/', 'blog.example'],
  ['https://shop.example/embed/x', undefined],
  ['https://[::1]/', undefined],
  ['about:blank', undefined],
  ['not an address', undefined],
  [`https://${'a'.repeat(61)}/`, undefined],
  [undefined, undefined],
])('the referrer %s names %s', (referrer, host) => {
  expect(embedderOf(referrer, OWN)).toBe(host)
})

test.each([
  ['https://shop.example/workflows/w1', 'w1'],
  ['https://shop.example/workflows/w1/remix?from=c1', 'w1'],
  ['https://shop.example/embed/w1/', 'w1'],
  ['https://shop.example/creations/w1', undefined],
  ['https://shop.example/@Mara/Neon-Postcard', { handle: 'mara', name: 'neon-postcard' }],
  ['https://shop.example/@mara', undefined],
  ['https://shop.example/@mara/%zz', undefined],
  ['https://other.example/workflows/w1', undefined],
  ['http://shop.example/workflows/w1', undefined],
  ['/workflows/w1', undefined],
])('the address %s shows the recipe %s', (address, id) => {
  expect(recipeIn(address, 'https://shop.example')).toEqual(id)
})

test('a frame is never larger than its page allows', () => {
  expect(frameSize({})).toEqual({ width: 360, height: 480 })
  expect(frameSize({ maxwidth: 200, maxheight: 900 })).toEqual({ width: 200, height: 480 })
})
