import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type NamedRecipe, namedRecipeAt } from '@vignette/contract/creator-path.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import {
  CAME_FROM,
  chooseSource,
  findVisitSource,
  readCameFrom,
  type VisitSource,
  workflowAt,
} from '@vignette/contract/visit-source.ts'
import type { Ctx } from '../../ctx.ts'
import { readCookies } from '../../platform/http/cookies.ts'

const PAGES = '/workflows/'
const CREATORS = '/@'
const CALLS = `${API_BASE}${PAGES}`

/** Whether the address may show a workflow to a person; asked of every request. */
export function mayBeVisit({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET') return false
  return url.startsWith(PAGES) || url.startsWith(CALLS) || url.startsWith(CREATORS)
}

/** The recipe that a person's request names by a readable address. */
export function namedIn({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): NamedRecipe | undefined {
  if (!url.startsWith(CREATORS) || isProgram(headers['user-agent'])) return undefined
  return namedRecipeAt(url.split('?')[0] ?? '')
}

export interface Visit {
  workflowId: string
  source: VisitSource
}

/**
 * The visit in an answered request: a document of the workflow's page, or the API call by which our
 * own page opens the workflow. Undefined for programs, for prefetches, and for calls from other
 * pages.
 */
export function readVisit(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  now: Date,
  /** What a readable address names. */
  named?: string,
): Visit | undefined {
  if (isProgram(headers['user-agent']) || isPrefetch(headers)) return undefined
  const host = headers.host ?? 'localhost'
  const isCall = url.startsWith(CALLS)
  // The API's path of a workflow is the path of its page behind the API's base.
  const path = isCall ? url.slice(API_BASE.length) : url
  const to = `http://${host}${path}`
  if (!URL.canParse(to)) return undefined
  const address = new URL(to)
  const workflowId = named ?? workflowAt(address.pathname)
  if (!workflowId) return undefined
  const known = readCameFrom(readCookies({ headers })[CAME_FROM], workflowId, now)?.source
  const { referer } = headers
  if (isCall) {
    const isOurs = referer !== undefined && isPageOf(referer, host, workflowId)
    return isOurs ? { workflowId, source: known ?? 'site' } : undefined
  }
  if (!isNavigation(headers)) return undefined
  return { workflowId, source: chooseSource(known, findVisitSource(address, referer)) ?? 'direct' }
}

function isPageOf(referer: string, host: string, workflowId: string): boolean {
  if (!URL.canParse(referer)) return false
  const page = new URL(referer)
  const isItsPage =
    workflowAt(page.pathname) === workflowId || namedRecipeAt(page.pathname) !== undefined
  return page.host === host && isItsPage
}

/** Whether a browser fetches the address ahead, before a person has opened it. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers[name]?.includes('prefetch'))
}

/** Whether the address is opened as a page of its own: neither fetched ahead, nor shown as a picture or frame of another page. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const place = headers['sec-fetch-dest']
  return !isPrefetch(headers) && (place === undefined || place === 'document')
}

const PROGRAMS =
  /bot\b|bot[/;)]|crawl|spider|slurp|preview|scrape|headless|lighthouse|monitor|uptime|pingdom|facebookexternalhit|whatsapp|telegram|embedly|feed|archiv|validator|curl|wget|python|java\/|okhttp|axios|node|undici|go-http|libwww|httpclient|http-client|ruby|perl|php/i

/** Whether this user agent is a program, such as a crawler, and no person's browser. */
export function isProgram(userAgent: string | undefined): boolean {
  return !userAgent?.startsWith('Mozilla/') || PROGRAMS.test(userAgent)
}

/** How the caller came to the workflow, for a payment or a job; null for the house's own work. */
export function sourceOf(
  { caller, clock }: Pick<Ctx, 'caller' | 'clock'>,
  workflowId: string,
): VisitSource | null {
  if (caller.via === 'none') return null
  if (caller.via === 'bearer') return 'api'
  return readCameFrom(caller.cameFrom, workflowId, clock.now())?.source ?? 'direct'
}
