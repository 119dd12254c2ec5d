import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type Shop, UNNAMED } from '@vignette/contract/shop.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { configureAnalytics } from '../lib/analytics.ts'
import { ApiError } from '../lib/api-error.ts'
import { readCookie } from '../lib/browser.ts'
import { onFreshSignInNeeded } from '../lib/client.ts'
import { configQuery } from '../lib/config.ts'
import { AuthProvider, useAuth } from '../lib/identity/auth-context.tsx'
import { useSignIn } from '../lib/identity/use-sign-in.ts'
import { ShopContext } from '../lib/shop.ts'
import { readItem } from '../lib/storage.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { toast } from '../ui/toast.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** A refusal does not change on retry; only network and server errors may. */
function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return failures < 1
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: 600,
        refetchOnWindowFocus: false,
        // Without a connection a screen shows an error at once, and retries when the connection is
        // back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

interface ProvidersProps {
  client: QueryClient
  shop?: Shop
  children: ReactNode
}

export function Providers({ client, shop = UNNAMED, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <AnalyticsTarget client={client} />
      <OwnView client={client} />
      <ShopContext value={shop}>
        <AuthProvider>
          {children}
          <SessionEnd />
          <FreshSignIn />
          <Toaster />
        </AuthProvider>
      </ShopContext>
    </QueryClientProvider>
  )
}

function AnalyticsTarget({ client }: { client: QueryClient }) {
  useEffect(() => {
    client.fetchQuery(configQuery).then(
      (config) => configureAnalytics(config.analytics_url, config.analytics_key),
      () => undefined,
    )
  }, [client])
  return null
}

/** Tells a user whose session ended elsewhere, before calls fail. */
function SessionEnd() {
  const { ended } = useAuth()
  const { start } = useSignIn()
  useEffect(() => {
    if (!ended) return
    const action = { label: 'Sign in', onClick: () => void start() }
    const duration = Number.POSITIVE_INFINITY
    toast('You were signed out', { duration, action, closeButton: true })
  }, [ended])
  return null
}

const FreshSignInDialog = lazyPart(async () => {
  const { FreshSignInDialog } = await import('./fresh-sign-in-dialog.tsx')
  return FreshSignInDialog
})

/** Offers to sign in again if a call needs a recent sign-in. */
function FreshSignIn() {
  const [needed, setNeeded] = useState<string>()
  useEffect(() => onFreshSignInNeeded(setNeeded), [])
  return needed === undefined ? null : (
    <FreshSignInDialog needed={needed} onClose={() => setNeeded(undefined)} />
  )
}

const OWN = new Set<unknown>(['getCreation', 'getWorkflow', 'listWorkflowCreations'])

/** The server renders the public view; this component then loads the known visitor's own data. */
function OwnView({ client }: { client: QueryClient }) {
  useEffect(() => {
    if (!readCookie('csrf_token') && !readItem('access_token')) return
    void client.invalidateQueries({ predicate: ({ queryKey }) => OWN.has(queryKey[0]) })
  }, [client])
  return null
}
