import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { screenOf } from './load-screen.ts'
import type { Page } from './pages.ts'
import { RouteFault } from './route-fault.tsx'

function Screen({ page }: { page: Page }) {
  const Content = screenOf(page)
  return <Content />
}

function Visit({ page }: { page: Page }) {
  return (
    <ErrorBoundary fallback={(error) => <RouteFault error={error} />}>
      <Suspense>
        <Screen page={page} />
      </Suspense>
    </ErrorBoundary>
  )
}

test('a screen whose code cannot be loaded shows a fault, and the next visit loads the code again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => logged.mockRestore())
  let loads = 0
  const page: Page = {
    path: '/far',
    screen: 'far/far-page.tsx',
    load: async () => {
      loads += 1
      if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module')
      return () => <h1>Far away</h1>
    },
  }
  const first = render(<Visit page={page} />)
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy()
  expect(loads).toBe(1)
  first.unmount()
  render(<Visit page={page} />)
  expect(await screen.findByRole('heading', { name: 'Far away' })).toBeTruthy()
  expect(loads).toBe(2)
})
