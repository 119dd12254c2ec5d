import { PAGE, UUID_PATTERN } from '@vignette/contract/limits.ts'
import { matchPath } from 'react-router'
import { readFilters } from '../features/catalogue/index.ts'
import { buildUrl } from '../lib/client.ts'
import { creationQuery, workflowCreationsQuery } from '../lib/creation-queries.ts'
import { configQuery, listQuery, workflowQuery, workflowsQuery } from '../lib/queries.ts'

export interface PlannedCall {
  /** The React Query key the answer is kept under. */
  key: readonly unknown[]
  /** Path of the API call, from the origin's root. */
  url: string
  /** Infinite queries keep their answer as a first page. */
  firstPage?: number
  /** A 404 of this call makes the page a 404. */
  decidesStatus?: boolean
}

export interface PagePlan {
  calls: PlannedCall[]
  /** Source of the screen, to preload its chunk. */
  screen: string
  status: 200 | 404
  /** Pages of one viewer (keyed links) must never be stored. */
  private: boolean
  /** What the page depends on besides its path: the key of a shared cache. */
  cacheKey: string
}

const config: PlannedCall = { key: configQuery.queryKey, url: buildUrl('getAppConfig') }

/** Which calls a page needs to be rendered whole, or undefined where the plain shell will do. */
export function planPage(address: string): PagePlan | undefined {
  // Joined, not resolved: a path of two slashes would be read as a host.
  const url = new URL(`http://page${address}`)
  const path = withoutLastSlashes(url.pathname)
  if (path === '/')
    return plan('landing/landing-page.tsx', path, [config, listCall({ sort_by: 'popular' })])
  if (path === '/workflows') {
    const filters = readFilters(url.searchParams)
    const known = new URLSearchParams(
      Object.entries(filters).map(([key, value]): [string, string] => [key, String(value)]),
    )
    return plan('catalogue/discover-page.tsx', `${path}?${known}`, [config, listCall(filters)])
  }
  if (path === '/terms' || path === '/privacy') return plan(`legal${path}-page.tsx`, path, [config])
  const recipe = matchPath('/workflows/:id', path)?.params.id
  if (recipe && recipe !== 'create') {
    if (!UUID_PATTERN.test(recipe)) return plan('catalogue/workflow-page.tsx', path, [config], 404)
    return plan('catalogue/workflow-page.tsx', path, [
      config,
      {
        key: workflowQuery(recipe).queryKey,
        url: buildUrl('getWorkflow', { id: recipe }),
        decidesStatus: true,
      },
      {
        key: workflowCreationsQuery(recipe).queryKey,
        url: buildUrl(
          'listWorkflowCreations',
          { id: recipe },
          { limit: PAGE.creations, offset: 0 },
        ),
        firstPage: 0,
      },
    ])
  }
  const creation = matchPath('/creations/:id', path)?.params.id
  if (creation) {
    const key = url.searchParams.get('key') ?? undefined
    if (!UUID_PATTERN.test(creation))
      return plan('creations/creation-page.tsx', path, [config], 404)
    const calls: PlannedCall[] = [
      config,
      {
        key: creationQuery(creation, key).queryKey,
        url: buildUrl('getCreation', { id: creation }, { key }),
        decidesStatus: true,
      },
    ]
    return { ...plan('creations/creation-page.tsx', path, calls), private: key !== undefined }
  }
  return undefined
}

/** Screens that need the browser to say anything: the shell alone, with the right status. */
const shells = ['/workflows/create', '/workflows/:id/remix', '/profile', '/auth/callback', '/admin']

export function isKnownPage(pathname: string): boolean {
  const path = withoutLastSlashes(pathname)
  return planPage(path) !== undefined || shells.some((shell) => matchPath(shell, path) !== null)
}

/** Looks behind, so that of many slashes in the middle only the first is followed to its end. */
function withoutLastSlashes(pathname: string): string {
  return pathname.replace(/(?<!\/)\/+$/, '') || '/'
}

function plan(
  screen: string,
  cacheKey: string,
  calls: PlannedCall[],
  status: 200 | 404 = 200,
): PagePlan {
  return { calls, screen: `src/features/${screen}`, status, private: false, cacheKey }
}

function listCall(filters: Parameters<typeof listQuery>[0]): PlannedCall {
  return {
    key: workflowsQuery(filters).queryKey,
    url: buildUrl('listWorkflows', {}, listQuery(filters, 1)),
    firstPage: 1,
  }
}
