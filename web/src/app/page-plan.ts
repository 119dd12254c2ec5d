import { configQuery } from '../features/config/api/get-app-config.ts'
import { buildUrl } from '../lib/client.ts'
import { matchPage } from './match-page.ts'
import { type PlannedCall, pages } from './pages.ts'

export type { PlannedCall } from './pages.ts'

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
  const found = matchPage(path)
  if (!found?.page.plan) return undefined
  const planned = found.page.plan(found.id, url.searchParams)
  return {
    calls: [config, ...(planned?.calls ?? [])],
    screen: `src/features/${found.page.screen}`,
    status: planned ? 200 : 404,
    private: planned?.private ?? false,
    cacheKey: planned?.query === undefined ? path : `${path}?${planned.query}`,
  }
}

export function isKnownPage(pathname: string): boolean {
  return matchPage(withoutLastSlashes(pathname)) !== undefined
}

/** A page that search engines may keep: rendered whole, or a shell that says something. */
export function isIndexed(address: string): boolean {
  const { pathname } = new URL(`http://page${address}`)
  const page = matchPage(withoutLastSlashes(pathname))?.page
  return page?.plan !== undefined || page?.indexed === true
}

/** The pages without an id that search engines should find. */
export const sitemapPaths = pages.filter((page) => page.inSitemap).map((page) => page.path)

/** Looks behind, so that of many slashes in the middle only the first is followed to its end. */
function withoutLastSlashes(pathname: string): string {
  return pathname.replace(/(?<!\/)\/+$/, '') || '/'
}
