import type { QueryClient } from '@tanstack/react-query'
import type { RouteName } from '@vignette/contract/paths.ts'
import { buildHeaders } from '../lib/client.ts'
import { completeAnswer } from '../lib/complete-answer.ts'
import { type PlannedCall, planPage } from './page-plan.ts'

/** How long the page before stays for the answers of the next one. */
const PATIENCE_MS = 200

/**
 * Asks for what the server would render the page of this address with, so that the page need not
 * begin empty, and a picture of both pages can travel. Waits a moment; undefined where nothing is
 * missing.
 */
export function arrive(client: QueryClient, address: string): Promise<unknown> | undefined {
  const calls = planPage(address)?.calls ?? []
  const missing = calls.filter(
    ({ key }) => key.length > 0 && client.getQueryData(key) === undefined,
  )
  if (missing.length === 0) return undefined
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  return Promise.race([Promise.all(missing.map((call) => ask(client, call))), patience])
}

/** The page's own query joins this one where it is still on its way, and asks again where it failed. */
async function ask(client: QueryClient, call: PlannedCall): Promise<void> {
  const { key, url, infinite, leadsTo } = call
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    const headers = buildHeaders('GET')
    const response = await fetch(url, { headers, credentials: 'include', signal })
    if (!response.ok) throw new Error(response.statusText)
    return completeAnswer(key[0] as RouteName, await response.json())
  }
  const query = { queryKey: key, queryFn, retry: false }
  await (infinite
    ? client.prefetchInfiniteQuery({ ...query, initialPageParam: null })
    : client.prefetchQuery(query))
  const answer = client.getQueryData(key)
  if (answer !== undefined && leadsTo)
    await Promise.all(leadsTo(answer).map((next) => ask(client, next)))
}
