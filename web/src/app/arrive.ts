import type { QueryClient } from '@tanstack/react-query'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { RouteName } from '@vignette/contract/paths.ts'
import { buildHeaders } from '../lib/client.ts'
import { completeAnswer } from '../lib/complete-answer.ts'
import { matchPage } from './match-page.ts'
import type { PlannedCall } from './pages.ts'

/** How long the page before stays for the answers of the next one. */
const PATIENCE_MS = 200

/**
 * Asks for what the server would render the page of this address with, so that the page need not
 * begin empty, and a picture of both pages can travel. Waits a moment; undefined where nothing is
 * missing.
 */
export function arrive(client: QueryClient, address: string): Promise<unknown> | undefined {
  const [path = '/', search = ''] = address.split('?')
  const found = matchPage(path)
  if (!found) return undefined
  const { page, id } = found
  const calls = page.plan
    ? (page.plan(id, new URLSearchParams(search))?.calls ?? [])
    : page.asks && UUID_PATTERN.test(id)
      ? [page.asks(id).call]
      : []
  const missing = calls.filter(
    ({ key }) => key.length > 0 && client.getQueryData(key) === undefined,
  )
  if (missing.length === 0) return undefined
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  return Promise.race([Promise.all(missing.map((call) => ask(client, call, id))), patience])
}

/** The page's own query joins this one where it is still on its way, and asks again where it failed. */
function ask(client: QueryClient, { key, url, infinite }: PlannedCall, id: string): Promise<void> {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const headers = buildHeaders('GET')
    const response = await fetch(url, { headers, credentials: 'include', signal })
    if (!response.ok) throw new Error(response.statusText)
    return completeAnswer(key[0] as RouteName, await response.json(), { id })
  }
  return infinite
    ? client.prefetchInfiniteQuery({ queryKey: key, queryFn, initialPageParam: null, retry: false })
    : client.prefetchQuery({ queryKey: key, queryFn, retry: false })
}
