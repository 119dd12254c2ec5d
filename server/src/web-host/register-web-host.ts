import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  acceptsBrotli,
  buildAnswer,
  isUnchanged,
  packFor,
} from '../platform/http/answer.ts'
import { SharedAnswer, type SharedAnswers, sendShared } from '../platform/http/shared-answers.ts'
import { loadBuiltWeb } from './built-web.ts'
import { renderPage, renderShell } from './render-page.ts'
import { buildRobots, buildSiteMap } from './site-map.ts'
import { loadStaticFiles, type StaticFile } from './static-files.ts'

const PAGE_LIFE_MS = 10_000
const SITE_MAP_LIFE_MS = 10 * 60_000

export interface WebHostOptions {
  /** The folder of the built web app. */
  dist: string
  /** Scheme and host as the visitor sees them. */
  originOf(request: FastifyRequest): string
  answers: SharedAnswers
}

/** Serves the built web app; registered last, since the app answers every remaining path. */
export async function registerWebHost(
  server: FastifyInstance,
  options: WebHostOptions,
): Promise<boolean> {
  const web = await loadBuiltWeb(options.dist)
  if (!web) return false
  const files = await loadStaticFiles(web.clientFolder)
  const { answers } = options

  /** The page, shared where all visitors get the same one. */
  async function choosePage(request: FastifyRequest): Promise<Answer | SharedAnswer> {
    if (!web) throw new Error('The web app is not there')
    const address = request.url
    const origin = options.originOf(request)
    const plan = web.entry.planPage(address)
    if (!plan) {
      const status = web.entry.isKnownPage(pathOf(address)) ? 200 : 404
      return renderShell(web, address, origin, status)
    }
    const host = request.headers.host ?? new URL(origin).host
    const { cookie } = request.headers
    const work = { server, web, address, origin, log: request.log }
    if (plan.private) return renderPage({ ...work, viewer: { host, cookie } }, plan)
    const page = await answers.get(
      `page ${origin} ${plan.cacheKey}`,
      { lifeMs: PAGE_LIFE_MS },
      () => renderPage({ ...work, viewer: { host } }, plan),
    )
    // A page that answers 404 to strangers may still belong to the viewer.
    if (page.answer.status === 404 && cookie && plan.calls.some((call) => call.decidesStatus))
      return renderPage({ ...work, viewer: { host, cookie } }, plan)
    return page
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
    const { answer } = await answers.get(
      `site map ${origin}`,
      { lifeMs: SITE_MAP_LIFE_MS, outlivesChanges: true },
      async () => {
        const paths = web.entry.sitemapPaths
        const text = await buildSiteMap(server, { origin, host, paths })
        return buildAnswer(text, { type: 'application/xml; charset=utf-8' })
      },
    )
    return reply.type(answer.type).header('cache-control', 'public, max-age=600').send(answer.body)
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

/** Decodes the query like the page does: `?k%65y=` names a key too. */
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

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Answer | SharedAnswer,
): Promise<FastifyReply> {
  if (hasKey(request.url))
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
  const { location } = page instanceof SharedAnswer ? page.answer : page
  if (location !== undefined) {
    // The browser must ask again each time: the owner may take the old name back.
    const query = request.url.slice(pathOf(request.url).length)
    return reply.header('cache-control', 'no-cache').redirect(location + query, 308)
  }
  if (page instanceof SharedAnswer) return sendShared(request, reply, page)
  reply.header('cache-control', 'no-store')
  return reply.send(await packFor(request, reply, page))
}
