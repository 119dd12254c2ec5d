import type { IncomingMessage } from 'node:http'
import { API_BASE } from '@vignette/contract/paths.ts'
import {
  CAME_FROM,
  chooseSource,
  findVisitSource,
  readCameFrom,
  type VisitSource,
  workflowAt,
} from '@vignette/contract/visit-source.ts'
import { readCookies } from '../../platform/http/cookies.ts'
import { isNavigation, isPrefetch } from './is-navigation.ts'
import { isProgram } from './is-program.ts'

const PAGES = '/workflows/'
const CALLS = `${API_BASE}${PAGES}`

/** Whether the address may show a workflow to a person; asked of every request. */
export function mayBeVisit({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && (url.startsWith(PAGES) || url.startsWith(CALLS))
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
): Visit | undefined {
  if (isProgram(headers['user-agent']) || isPrefetch(headers)) return undefined
  const host = headers.host ?? 'localhost'
  const isCall = url.startsWith(CALLS)
  // The API's path of a workflow is the path of its page behind the API's base.
  const path = isCall ? url.slice(API_BASE.length) : url
  const to = `http://${host}${path}`
  if (!URL.canParse(to)) return undefined
  const address = new URL(to)
  const workflowId = workflowAt(address.pathname)
  if (!workflowId) return undefined
  const known = readCameFrom(readCookies({ headers })[CAME_FROM], workflowId, now)
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
  return page.host === host && workflowAt(page.pathname) === workflowId
}
