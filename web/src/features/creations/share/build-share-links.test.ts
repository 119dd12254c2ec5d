import { expect, test } from 'vitest'
import { buildShareLinks, joinShareText } from './build-share-links.ts'

const shared = {
  text: 'Ink & gold – 100% "mine"?',
  url: 'https://vignette.test/creations/1?key=a&b=c',
}

test.each([
  ['x', 'X', false],
  ['facebook', 'Facebook', false],
  ['instagram', 'Instagram', true],
  ['tiktok', 'TikTok', true],
  ['youtube', 'YouTube', true],
] as const)('%s is offered as %s, copied first: %s', (id, label, copyFirst) => {
  const target = buildShareLinks(shared).find((one) => one.id === id)
  expect(target).toMatchObject({ label, copyFirst })
  expect(new URL(target?.href ?? '').protocol).toBe('https:')
})

test('text and URL survive in the link to X', () => {
  const href = new URL(buildShareLinks(shared)[0]?.href ?? '')
  expect(href.searchParams.get('text')).toBe(shared.text)
  expect(href.searchParams.get('url')).toBe(shared.url)
})

test('Facebook gets only the URL', () => {
  const href = new URL(buildShareLinks(shared)[1]?.href ?? '')
  expect([...href.searchParams]).toEqual([['u', shared.url]])
})

test('a link to a site without a text parameter carries no text', () => {
  for (const target of buildShareLinks(shared).filter((one) => one.copyFirst)) {
    expect(new URL(target.href).search).toBe('')
  }
})

test('the copied text has the link on a separate line', () => {
  expect(joinShareText(shared)).toBe(`${shared.text}\n${shared.url}`)
})
