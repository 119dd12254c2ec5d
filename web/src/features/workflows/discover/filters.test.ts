import { expect, test } from 'vitest'
import { hasFilters, readFilters, readSort, SORTS } from './filters.ts'

test('only known values in the URL count', () => {
  const filters = readFilters(
    new URLSearchParams('q=%20ink%20&output_type=gif&category=cars&price=free&sort=odd&x=1'),
  )
  expect(filters).toEqual({ q: 'ink', price: 'free' })
  expect(hasFilters(filters)).toBe(true)
  const listing = readFilters(new URLSearchParams('category=pets&tag=%20Film%20Noir'))
  expect(listing).toEqual({ category: 'pets', tag: 'Film Noir' })
  expect(hasFilters(listing)).toBe(true)
  expect(hasFilters(readFilters(new URLSearchParams('sort=popular')))).toBe(false)
})

test.each(SORTS.map((sort) => sort.value))('sort %s is read back', (value) => {
  expect(readSort(readFilters(new URLSearchParams({ sort: value })))).toBe(value)
})
