import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { buildUrl } from '../lib/client.ts'
import { configQuery } from '../lib/config.ts'
import { matchPage } from './match-page.ts'
import { type PlannedCall, pages } from './pages.ts'

export type { PlannedCall } from './pages.ts'

export interface PagePlan {
  calls: PlannedCall[]
  /** Source of the screen, to preload its chunk. */
  screen: string
  status: 200 | 404
  /** Pages for one viewer (keyed links) must never be cached. */
  private: boolean
  /** The key of the shared cache: the parts of the query that the page depends on. */
  cacheKey: string
  /** The calls only decide the status: the browser alone renders the page. */
  shell: boolean
}

const config: PlannedCall = { key: configQuery.queryKey, url: buildUrl('getAppConfig') }

/** The calls that the server needs for a page, or undefined if the plain shell needs none. */
export function planPage(address: string): PagePlan | undefined {
  // Concatenated and not resolved: a path that starts with two slashes would be parsed as a host.
  const url = new URL(`http://page${address}`)
  const path = withoutLastSlashes(url.pathname)
  const found = matchPage(path)
  if (!found) return undefined
  const { asks } = found.page
  if (asks && UUID_PATTERN.test(found.id)) {
    const { call, private: isPrivate = false } = asks(found.id)
    const screen = `src/features/${found.page.screen}`
    return { calls: [call], screen, status: 200, private: isPrivate, cacheKey: path, shell: true }
  }
  if (!found.page.plan) return undefined
  const planned = found.page.plan(found.id, url.searchParams)
  return {
    calls: [config, ...(planned?.calls ?? [])],
    screen: `src/features/${found.page.screen}`,
    status: planned ? 200 : 404,
    private: planned?.private ?? false,
    cacheKey: planned?.query === undefined ? path : `${path}?${planned.query}`,
    shell: false,
  }
}

/** A malformed id names nothing, so that a shell for it is a 404. */
export function isKnownPage(pathname: string): boolean {
  const found = matchPage(withoutLastSlashes(pathname))
  return found !== undefined && (found.id === '' || UUID_PATTERN.test(found.id))
}

/** The page's path with `:id` for its id: what the log of requests names. */
export function templateOf(pathname: string): string | undefined {
  return matchPage(withoutLastSlashes(pathname))?.page.path
}

/** A page that search engines may index: rendered by the server, or a shell with its own text. */
export function isIndexed(address: string): boolean {
  const { pathname } = new URL(`http://page${address}`)
  const page = matchPage(withoutLastSlashes(pathname))?.page
  return page?.plan !== undefined || page?.indexed === true
}

/** The pages without an id for the sitemap. */
export const sitemapPaths = pages.filter((page) => page.inSitemap).map((page) => page.path)

/** The lookbehind makes the match linear in a text of many slashes. */
function withoutLastSlashes(pathname: string): string {
  return pathname.replace(/(?<!\/)\/+$/, '') || '/'
}
