import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kept } from '../platform/http/brief-cache.ts'
import { isUnchanged, shareAnswer } from '../platform/http/ready-lane.ts'
import { acceptsBrotli } from './accepts.ts'
import { loadBuiltWeb } from './built-web.ts'
import { buildPage, createPageCache, type Page } from './page-cache.ts'
import { renderPage, renderShell } from './render-page.ts'
import { buildRobots, buildSiteMap } from './site-map.ts'
import { loadStaticFiles, type StaticFile } from './static-files.ts'

const PAGE_LIFE_MS = 10_000
const PAGE_ENTRIES = 500
const SITE_MAP_LIFE_MS = 10 * 60_000

export interface WebHostOptions {
  /** The folder that the web app was built into. */
  dist: string
  /** Scheme and host as the visitor sees them. */
  originOf(request: FastifyRequest): string
  /** Calls back whenever a recipe, creation or privacy flag may have changed. */
  onChange(clear: () => void): void
}

interface Chosen {
  page: Page
  /** Absent where the page is this viewer's own. */
  shared?: Kept<Page>
}

/** Serves the built web app; registered last, since it answers every path that is left. */
export async function registerWebHost(
  server: FastifyInstance,
  options: WebHostOptions,
): Promise<boolean> {
  const web = await loadBuiltWeb(options.dist)
  if (!web) return false
  const files = await loadStaticFiles(web.clientFolder)
  const pages = createPageCache({ lifeMs: PAGE_LIFE_MS, entries: PAGE_ENTRIES })
  const siteMaps = createPageCache({ lifeMs: SITE_MAP_LIFE_MS, entries: 4 })
  options.onChange(() => pages.clear())

  async function choosePage(request: FastifyRequest): Promise<Chosen> {
    if (!web) throw new Error('The web app is not there')
    const address = request.url
    const origin = options.originOf(request)
    const plan = web.entry.planPage(address)
    if (!plan) {
      const status = web.entry.isKnownPage(pathOf(address)) ? 200 : 404
      return { page: renderShell(web, address, origin, status) }
    }
    const host = request.headers.host ?? new URL(origin).host
    const { cookie } = request.headers
    const work = { server, web, address, origin, log: request.log }
    if (plan.private) return { page: await renderPage({ ...work, viewer: { host, cookie } }, plan) }
    const kept = pages.get(`${origin} ${plan.cacheKey}`, () =>
      renderPage({ ...work, viewer: { host } }, plan),
    )
    const page = await kept.value
    // What nobody may see may still be the viewer's own.
    if (page.status === 404 && cookie && plan.calls.some((call) => call.decidesStatus))
      return { page: await renderPage({ ...work, viewer: { host, cookie } }, plan) }
    return { page, shared: kept }
  }

  server.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(buildRobots(options.originOf(request))),
  )

  server.get('/sitemap.xml', async (request, reply) => {
    const origin = options.originOf(request)
    const host = request.headers.host ?? new URL(origin).host
    const page = await siteMaps.get(origin, async () =>
      buildPage(200, await buildSiteMap(server, { origin, host, paths: web.entry.sitemapPaths })),
    ).value
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(page.body)
  })

  server.get('/*', async (request, reply) => {
    const path = pathOf(request.url)
    const file = files.get(path)
    if (file) return sendFile(request, reply, file)
    if (/^\/(?:api|media|assets)(?:\/|$)/.test(path)) return reply.callNotFound()
    return sendPage(request, reply, await choosePage(request))
  })
  return true
}

function pathOf(address: string): string {
  const at = address.indexOf('?')
  return at < 0 ? address : address.slice(0, at)
}

/** As the page reads it: `?k%65y=` names a key too. */
function hasKey(address: string): boolean {
  return new URLSearchParams(address.slice(pathOf(address).length)).has('key')
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  reply.header('cache-control', file.cacheControl).header('etag', file.etag)
  if (file.packed) reply.header('vary', 'accept-encoding')
  if (isUnchanged(request.headers, file.etag)) return reply.code(304).send()
  reply.type(file.type)
  if (file.packed && acceptsBrotli(request))
    return reply.header('content-encoding', 'br').send(file.packed)
  return reply.send(file.body)
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, { page, shared }: Chosen) {
  reply.header('cache-control', shared ? 'no-cache' : 'no-store').header('vary', 'accept-encoding')
  if (hasKey(request.url))
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
  if (shared) {
    reply.header('etag', page.etag)
    if (page.status === 200 && isUnchanged(request.headers, page.etag))
      return reply.code(304).send()
  }
  reply.code(page.status).type('text/html; charset=utf-8')
  const packed = acceptsBrotli(request)
  if (packed) reply.header('content-encoding', 'br')
  const body = packed ? await page.packed : page.body
  if (shared) shareAnswer(request, { body, isCurrent: () => shared.isCurrent() })
  return reply.send(body)
}
