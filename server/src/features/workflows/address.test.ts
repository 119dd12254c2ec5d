import { expect, test } from 'vitest'
import { slugOf } from './address.ts'

test.each([
  ['Neon Postcard', 'neon-postcard'],
  ['  Pläne für’s Café, 2. Teil! ', 'plane-furs-cafe-2-teil'],
  ['Straße & Ærø', 'strasse-aero'],
  ['İstanbul GECESİ', 'istanbul-gecesi'],
  ['東京の夜', '東京の夜'],
  ['がくせい', 'がくせい'],
  ['한글 엽서', '한글-엽서'],
  ['हिन्दी कविता', 'हिन्दी-कविता'],
  ['Ночной Город', 'ночнои-город'],
  ['🔥🔥', 'recipe'],
  ['❤️ Love ❤️', 'love'],
  ['a/../b?c#d%2e', 'a-b-c-d-2e'],
  ['\u202eevil', 'evil'],
  [`${'word '.repeat(30)}`, 'word-word-word-word-word-word-word-word-word-word-word-word'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('the name %j stands in an address as %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
