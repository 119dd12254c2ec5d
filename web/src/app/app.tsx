import { useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { PlaceContext, useAddress } from '../lib/router.tsx'
import { scrollToVisit } from '../lib/visits.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Layout } from './layout.tsx'
import { screenOf } from './load-screen.ts'
import { matchPage } from './match-page.ts'
import type { Page } from './pages.ts'
import { RouteFault } from './route-fault.tsx'

/** The whole product at the browser's address, or at the address that the server renders. */
export function App({ address: onServer }: { address?: string }) {
  return (
    // If a screen fails, the layout stays; only a fault of the layout itself replaces everything.
    <ErrorBoundary fallback={(error) => <RouteFault error={error} />}>
      <Shown {...(onServer !== undefined && { onServer })} />
    </ErrorBoundary>
  )
}

/** Shows the previous page until the next page's code has loaded. */
function Shown({ onServer }: { onServer?: string }) {
  const address = useDeferredValue(useAddress(onServer))
  const { page, place } = useMemo(() => {
    const [path = '/', search = ''] = address.split('?')
    const found = matchPage(path)
    return { page: found?.page, place: { path, search, id: found?.id ?? '' } }
  }, [address])
  return (
    <PlaceContext value={place}>
      <Layout>
        <ErrorBoundary key={place.path} fallback={(error) => <RouteFault error={error} />}>
          <Screen page={page} address={address} />
        </ErrorBoundary>
      </Layout>
    </PlaceContext>
  )
}

function Screen({ page, address }: { page: Page | undefined; address: string }) {
  const Content = screenOf(page)
  useLayoutEffect(scrollToVisit, [address])
  return <Content />
}
