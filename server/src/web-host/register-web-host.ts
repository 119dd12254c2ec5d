import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Shop, UNNAMED } from '@vignette/contract/shop.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  buildAnswer,
  isUnchanged,
  keepPacked,
  type Pack,
  packBody,
  packFor,
} from '../platform/http/answer.ts'
import { STATIC_FILE } from '../platform/http/observe.ts'
import { SharedAnswer, type SharedAnswers, sendShared } from '../platform/http/shared-answers.ts'
import type { ProcessState } from '../platform/process-state.ts'
import { workInLine } from '../platform/take-turn.ts'
import { loadBuiltWeb } from './built-web.ts'
import { renderPage, renderShell, renderUnknown } from './render-page.ts'
import { buildRobots, buildSiteMap, CLOSED_ROBOTS, placeSiteMap } from './site-map.ts'

const TYPES: Record<string, string> = {
  '.tgz': 'application/gzip',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
}

/** Shows the name that the site has until the operator gives it another. */
const NAMED_PICTURE = '/share.png'

const PAGE_LIFE_MS = 10_000

const SITE_MAP_LIFE_MS = 10 * 60_000

export interface WebHostOptions {
  /** The folder of the built web app. */
  dist: string
  /** The site's address as configured; without one, pages are the same under every name. */
  publicUrl: string | undefined
  /** On one's own machine: the address that letters name, to which pages under `localhost` lead. */
  home?: string | undefined
  /** Scheme and host as the visitor sees them. */
  originOf(request: FastifyRequest): string
  /** Whose site it is to this visitor. */
  shopAt(request: FastifyRequest): Shop
  /** The operator's own drawing at a path. */
  drawingAt(request: FastifyRequest, path: string): string | undefined
  /** Whether search engines have nothing to look for here. */
  isClosed(): boolean
  /** What every page says above all else. */
  notice?: () => string | undefined
  answers: SharedAnswers
  process: ProcessState
  /** Counts a page that must be made against its client IP, or refuses it. */
  count(request: FastifyRequest): Promise<void>
}

/** Stands for every name of a site without an address of its own. */
const ANY_HOST = 'localhost'

/**
 * Serves the built web app; registered last, since the app answers every remaining path. Answers
 * which paths are its own; undefined without a built web app.
 */
export async function registerWebHost(
  server: FastifyInstance,
  options: WebHostOptions,
): Promise<((path: string) => boolean) | undefined> {
  const web = await loadBuiltWeb(options.dist, options.notice ?? (() => undefined))
  if (!web) return undefined
  const files = await loadStaticFiles(web.clientFolder)
  const { answers, process } = options
  const originAt = (request: FastifyRequest) =>
    options.publicUrl === undefined ? null : options.originOf(request)
  const home = options.home ? new URL(options.home) : undefined
  const hostOf = (origin: string | null) => (origin === null ? ANY_HOST : new URL(origin).host)

  /** Pages of one client IP are counted and made one after the other, so that it keeps nobody waiting. */
  async function inLine<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
    await options.count(request)
    return workInLine(process, request.ip, make)
  }

  /** The answer that all visitors share, for whoever finds it ready and for whoever has it made. */
  async function share(
    request: FastifyRequest,
    key: string,
    make: () => Promise<Answer>,
  ): Promise<SharedAnswer> {
    const get = () => answers.get(key, { lifeMs: PAGE_LIFE_MS }, make)
    return answers.has(key) ? get() : inLine(request, get)
  }

  /** The page, shared where all visitors get the same one. */
  async function choosePage(request: FastifyRequest): Promise<Answer | SharedAnswer> {
    if (!web) throw new Error('The web app is not there')
    const address = request.url
    const shop = options.shopAt(request)
    const origin = originAt(request)
    const commonHost = hostOf(origin)
    const mark = ` ${origin ?? ''} ${JSON.stringify(shop)}`
    const plan = web.entry.planPage(address)
    if (!plan) {
      const path = pathOf(address)
      if (!web.entry.isKnownPage(path)) return renderUnknown(web, shop)
      return share(request, `shell ${path}${mark}`, async () =>
        renderShell({ web, address: path, origin, shop }, 200),
      )
    }
    if (plan.status === 404) return renderUnknown(web, shop)
    const { cookie, host = commonHost } = request.headers
    const work = {
      server,
      web,
      address,
      origin,
      shop,
      log: request.log,
      process,
      clientIp: request.ip,
    }
    const renderForViewer = () =>
      inLine(request, () => renderPage({ ...work, viewer: { host, cookie } }, plan))
    if (plan.private) return renderForViewer()
    const page = await share(request, `page ${plan.cacheKey}${mark}`, () =>
      renderPage({ ...work, viewer: { host: commonHost } }, plan),
    )
    // A page that answers 404 to strangers may still belong to the viewer.
    if (page.answer.status === 404 && cookie && plan.calls.some((call) => call.decidesStatus))
      return renderForViewer()
    return page
  }

  server.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(options.isClosed() ? CLOSED_ROBOTS : buildRobots(options.originOf(request))),
  )

  server.get('/sitemap.xml', async (request, reply) => {
    const { answer } = await answers.get(
      'site map',
      { lifeMs: SITE_MAP_LIFE_MS, outlivesChanges: true },
      async () => {
        const { imprint } = options.shopAt(request)
        const paths = web.entry.sitemapPaths.filter((path) => imprint || path !== '/imprint')
        const text = await buildSiteMap(server, { host: hostOf(options.publicUrl ?? null), paths })
        return buildAnswer(text, { type: 'application/xml; charset=utf-8' })
      },
    )
    const map = placeSiteMap(answer.body.toString(), options.originOf(request))
    return reply.type(answer.type).header('cache-control', 'public, max-age=600').send(map)
  })

  server.get('/*', async (request, reply) => {
    const path = pathOf(request.url)
    const drawing = options.drawingAt(request, path)
    if (drawing) return sendDrawing(request, reply, drawing)
    const file = files.get(path)
    if (file && !(path === NAMED_PICTURE && options.shopAt(request).name !== UNNAMED.name)) {
      request.page = STATIC_FILE
      return sendFile(request, reply, file)
    }
    if (/^\/(?:api|media|assets)(?:\/|$)/.test(path)) return reply.callNotFound()
    request.page = web.entry.templateOf(path) ?? 'no page'
    // A browser keeps the cookies of the two names apart, and so what a guest made and bought.
    if (home && request.headers.host === `localhost:${home.port}`) {
      return reply.redirect(`${home.origin}${request.url}`, 302)
    }
    return sendPage(request, reply, await choosePage(request))
  })
  return (path) => files.has(path) || web.entry.isKnownPage(path)
}

function pathOf(address: string): string {
  const at = address.indexOf('?')
  return at < 0 ? address : address.slice(0, at)
}

/** Decodes the query like the page does: `?k%65y=` names a key too. */
function hasKey(address: string): boolean {
  return new URLSearchParams(address.slice(pathOf(address).length)).has('key')
}

/** Cleaned when it was set; and whoever opens it by itself gets a page that runs and fetches nothing. */
function sendDrawing(request: FastifyRequest, reply: FastifyReply, svg: string) {
  request.page = STATIC_FILE
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'public, max-age=3600')
    .type('image/svg+xml')
    .send(svg)
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  // A worker's own answer says what it may run: this one reads a stranger's file by WebAssembly.
  if (READS_FILES.test(request.url)) reply.header('content-security-policy', READER_POLICY)
  reply.header('cache-control', file.cacheControl).header('etag', file.etag)
  if (file.pack) reply.header('vary', 'accept-encoding')
  if (isUnchanged(request.headers, file.etag)) return reply.code(304).send()
  reply.type(file.type)
  return reply.send(await packBody(request, reply, file))
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

const READS_FILES = /^\/assets\/read-worker-[\w-]+\.js$/
const READER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

interface StaticFile {
  body: Buffer
  pack: Pack | undefined
  type: string
  etag: string
  cacheControl: string
}

/** Loads all built files into memory, since they are few and small, so that no path can leave the folder. */
async function loadStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const extension = path.extname(entry.name)
      const type = TYPES[extension]
      if (!entry.isFile() || !type || entry.name === 'manifest.json') return
      const file = path.join(entry.parentPath, entry.name)
      const url = `/${path.relative(folder, file).split(path.sep).join('/')}`
      const body = await readFile(file)
      const br = await readFile(`${file}.br`).catch(() => undefined)
      files.set(url, {
        body,
        // What the build compressed is worth compressing.
        pack: br && keepPacked(body, { br }),
        type,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        cacheControl: url.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=86400',
      })
    }),
  )
  return files
}
