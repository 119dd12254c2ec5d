import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate, PlaceContext, useQueryParams } from './router.tsx'

function showAt(path: string) {
  let change: ReturnType<typeof useQueryParams>[1] = () => undefined
  function Screen() {
    change = useQueryParams()[1]
    return null
  }
  render(
    <PlaceContext value={{ path, search: '', id: '' }}>
      <Screen />
    </PlaceContext>,
  )
  return (next: Record<string, string>) => act(() => change(next))
}

test('a screen changes the query of its own URL', () => {
  history.replaceState(null, '', '/workflows')
  showAt('/workflows')({ q: 'ink' })
  expect(location.pathname + location.search).toBe('/workflows?q=ink')
  showAt('/workflows')({})
  expect(location.pathname + location.search).toBe('/workflows')
})

test('a leaving screen does not change the next page’s URL', () => {
  history.replaceState(null, '', '/workflows')
  const change = showAt('/workflows')
  act(() => navigate('/terms'))
  change({ q: 'late' })
  expect(location.pathname + location.search).toBe('/terms')
})
