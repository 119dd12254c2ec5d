import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Money, moneyHere } from '@vignette/contract/currency.ts'
import { type Html, html, trustHtml } from '@vignette/contract/html.ts'
import type { Shop } from '@vignette/contract/shop.ts'

export interface PlannedCall {
  key: readonly unknown[]
  url: string
  infinite?: true
  decidesStatus?: boolean
  /** The calls whose addresses this call's answer tells. */
  leadsTo?(answer: unknown): PlannedCall[]
}

export interface PagePlan {
  calls: PlannedCall[]
  screen: string
  status: 200 | 404
  private: boolean
  cacheKey: string
  /** The calls only decide the status: the browser alone renders the page. */
  shell: boolean
}

/** The exports of the built web app, which the server knows by this type only. */
interface WebEntry {
  /** The built app has a copy of the contract of its own, which learns the money of this server. */
  readMoneyFrom(source: () => Money): void
  planPage(address: string): PagePlan | undefined
  isKnownPage(pathname: string): boolean
  /** The page's path with `:id` for its id. */
  templateOf(pathname: string): string | undefined
  /** The pages without an id that search engines should index. */
  sitemapPaths: string[]
  renderShellHead(address: string, origin: string | null, status: number, shop: Shop): string
  render(
    address: string,
    data: {
      origin: string | null
      shop: Shop
      status: number
      private: boolean
      answers: { call: PlannedCall; data: unknown }[]
    },
  ): Promise<{
    html: string
    head: string
    state: string
    status: number
    /** The page stands at another path: nothing was rendered. */
    movedTo?: string
  }>
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}

export interface BuiltWeb {
  entry: WebEntry
  clientFolder: string
  /** The page's template, split before head, HTML, state and the rest: bytes that no page writes anew. */
  readonly template: [Buffer, Buffer, Buffer, Buffer]
  /** The tags that preload a screen's chunks together with the entry's. */
  preloads(screen: string): Preloads
}

interface Preloads {
  /** Tags for the head, needed before the first paint. */
  styles: Html
  /** Tags for the end of the body. */
  code: Html
}

/** The notice stands above every page, also where the browser alone renders it. */
export async function loadBuiltWeb(
  dist: string,
  notice: () => string | undefined,
): Promise<BuiltWeb | undefined> {
  const clientFolder = path.join(dist, 'client')
  const entryFile = path.join(dist, 'server/entry-server.js')
  if (!existsSync(entryFile) || !existsSync(path.join(clientFolder, 'index.html'))) return undefined
  const [page, manifest, entry] = await Promise.all([
    readFile(path.join(clientFolder, 'index.html'), 'utf8'),
    readFile(path.join(clientFolder, 'manifest.json'), 'utf8'),
    import(pathToFileURL(entryFile).href) as Promise<WebEntry>,
  ])
  entry.readMoneyFrom(moneyHere)
  const chunks = JSON.parse(manifest) as Record<string, Chunk>
  const bare = putCodeLast(await carryStyles(page, clientFolder))
  let kept: { notice: string | undefined; template: BuiltWeb['template'] } | undefined
  return {
    entry,
    clientFolder,
    get template() {
      const now = notice()
      if (!kept || kept.notice !== now) {
        kept = { notice: now, template: splitTemplate(say(bare, now)) }
      }
      return kept.template
    },
    preloads: planPreloads(chunks),
  }
}

function say(page: string, notice: string | undefined): string {
  if (notice === undefined) return page
  return page.replace('<body>', () => html`<body>${strip(notice)}`.toString())
}

const strip = (notice: string) =>
  html`<aside class="shop-notice" aria-label="About this shop">${notice}</aside>`

const STYLE = /(?<!\s)\s*<link rel="stylesheet"[^>]*href="\/([^"]+)">/

/**
 * Inlines the style sheet, since a request for it costs a slow connection another half a second. The
 * link stays with a media query that never matches: lazily loaded screens look for the link.
 */
async function carryStyles(page: string, clientFolder: string): Promise<string> {
  const [tag, file] = STYLE.exec(page) ?? []
  if (!tag || !file) return page
  const style = html`<style>${trustHtml(await readFile(path.join(clientFolder, file), 'utf8'))}</style>`
  const link = html`<link rel="stylesheet" crossorigin media="not all" href="/${file}">`
  return page
    .replace(tag, () => String(style))
    .replace('<!--state-->', () => `<!--state-->${String(link)}`)
}

const CODE = /(?<!\s)\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/** Moves scripts to the end, so that style and picture load first on a slow connection. */
function putCodeLast(page: string): string {
  const tags = (page.match(CODE) ?? []).map((tag) =>
    tag.trim().replace(' crossorigin', ' crossorigin fetchpriority="low"'),
  )
  return page.replace(CODE, '').replace('<!--state-->', `<!--state-->${tags.join('')}`)
}

function splitTemplate(page: string): BuiltWeb['template'] {
  const [start, head, body, end] = page
    .split(/<!--(?:head|html|state)-->/)
    .map((text) => Buffer.from(text))
  if (!start || !head || !body || !end)
    throw new Error('The built page lacks one of its places for head, html and state.')
  return [start, head, body, end]
}

function planPreloads(chunks: Record<string, Chunk>): BuiltWeb['preloads'] {
  const known = new Map<string, Preloads>()
  const first = Object.keys(chunks).find((name) => chunks[name]?.isEntry)
  const already = first ? collect(chunks, first) : new Set<string>()
  return (screen) => {
    const before = known.get(screen)
    if (before) return before
    const own = [...collect(chunks, screen)].filter((name) => !already.has(name))
    const found = own.flatMap((name) => chunks[name] ?? [])
    const styles = found.flatMap((chunk) => chunk.css ?? [])
    const tags: Preloads = {
      styles: html`${styles.map((file) => html`<link rel="stylesheet" crossorigin href="/${file}">`)}`,
      code: html`${found.map(
        ({ file }) =>
          html`<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`,
      )}`,
    }
    known.set(screen, tags)
    return tags
  }
}

function collect(chunks: Record<string, Chunk>, name: string, seen = new Set<string>()) {
  if (seen.has(name) || !chunks[name]) return seen
  seen.add(name)
  for (const next of chunks[name].imports ?? []) collect(chunks, next, seen)
  return seen
}
