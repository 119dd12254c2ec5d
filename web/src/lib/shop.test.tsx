import { render } from '@testing-library/react'
import { plainName, UNNAMED } from '@vignette/contract/shop.ts'
import { afterEach, expect, test } from 'vitest'
import { escapeJson } from '../app/head.ts'
import { readShop, ShopContext, writeShop } from './shop.ts'
import { usePageTitle } from './use-page-title.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

test('a page of a named shop tells the browser, whatever the name holds', () => {
  const shop = { ...UNNAMED, name: '</script>&amp; \u2028 Blüte' }
  document.head.innerHTML = writeShop(shop, escapeJson)
  expect(document.head.children).toHaveLength(1)
  expect(readShop()).toEqual(shop)
})

test('a page of a shop without a name of its own carries no word of it', () => {
  expect(writeShop({ ...UNNAMED }, escapeJson)).toBe('')
  expect(readShop()).toEqual(UNNAMED)
})

test('titles end with the name of the shop', () => {
  const Page = () => {
    usePageTitle('Terms')
    return null
  }
  render(
    <ShopContext value={{ ...UNNAMED, name: 'Blüte' }}>
      <Page />
    </ShopContext>,
  )
  expect(document.title).toBe('Terms — Blüte')
})

test.each([
  ['Vignette', 'vignette'],
  ['Blüte & Co’s', 'blute-co-s'],
  ['花', 'shop'],
])('the name %s is %s in the names of files', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})
