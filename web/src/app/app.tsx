import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useAuth } from '../lib/identity/auth-context.tsx'
import { useMaySell } from '../lib/identity/use-may-sell.ts'
import { PlaceContext, useAddress } from '../lib/router.tsx'
import { scrollToVisit } from '../lib/visits.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { arrive } from './arrive.ts'
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

function Shown({ onServer }: { onServer?: string }) {
  const address = useShownAddress(onServer)
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

/** The previous page's until the next page's code has loaded, and a moment longer for its answers. */
function useShownAddress(onServer?: string): string {
  const client = useQueryClient()
  const asked = useAddress(onServer)
  const [shown, setShown] = useState(asked)
  const path = shown.split('?')[0]
  useEffect(() => {
    const show = () => startTransition(() => setShown(asked))
    const ready = asked.split('?')[0] === path ? undefined : arrive(client, asked)
    if (!ready) return show()
    let isLeft = false
    void ready.then(() => {
      if (!isLeft) show()
    })
    return () => {
      isLeft = true
    }
  }, [client, asked, path])
  return shown
}

/** Of a shop of one seller, for its own people. */
const FOR_SELLERS = /^\/(?:studio(?:\/|$)|workflows\/create$)/

function Screen({ page, address }: { page: Page | undefined; address: string }) {
  const maySell = useMaySell()
  const { loading } = useAuth()
  const isClosed = page !== undefined && FOR_SELLERS.test(page.path) && !maySell && !loading
  const Content = screenOf(isClosed ? undefined : page)
  useLayoutEffect(scrollToVisit, [address])
  return <Content />
}
