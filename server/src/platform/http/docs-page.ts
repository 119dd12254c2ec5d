import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { type Answer, buildAnswer, isUnchanged, packFor } from './answer.ts'
import { pageStyle, renderPage } from './html-page.ts'
import { SharedAnswer, sendShared } from './shared-answers.ts'

interface Operation {
  operationId?: string
  summary?: string
  parameters?: { name: string; in: string; required?: boolean }[]
  responses?: Record<string, { description?: string }>
}

interface ApiDocument {
  info?: { version?: string }
  paths?: Record<string, Record<string, Operation> | undefined>
}

const STYLE = pageStyle(`
body { overflow-wrap: anywhere }
.page { max-width: 72rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 2.5rem) 6rem }
h1 { margin: 0 0 .75rem; font-size: clamp(1.875rem, 1.4rem + 2vw, 2.75rem); line-height: 1.08; font-weight: 600; letter-spacing: -.027em }
header p, noscript p { margin: .5rem 0 0; max-width: 68ch; color: var(--muted) }
header a { color: var(--ink); text-underline-offset: 3px }
header h2 { margin: 2.5rem 0 0; font-size: 1.25rem }
noscript section { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
noscript h3 { margin: 0; font: 500 1rem/1.5 ui-monospace, "SF Mono", Menlo, monospace }
code { font-family: ui-monospace, "SF Mono", Menlo, monospace; font-size: .86em }
`)

/** The reader's own style sheet and script, and calls of this server; pictures are written in it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Opens the reader. A call is tried as a program makes it: with a token or without one, never with
 * the cookies of the person who reads, whose account a press would change.
 */
const START = `
const page = document.documentElement
const dark = matchMedia('(prefers-color-scheme: dark)')
const dress = () => page.classList.toggle('dark-mode', dark.matches)
dress()
dark.addEventListener('change', dress)
fetch('${API_BASE}/openapi.json').then((answer) => answer.json()).then((spec) => {
  const { bearer } = spec.components.securitySchemes
  spec.components.securitySchemes = { bearer }
  for (const methods of Object.values(spec.paths)) {
    for (const operation of Object.values(methods)) {
      operation.security = (operation.security ?? []).filter((one) =>
        Object.keys(one).every((name) => name === 'bearer'))
    }
  }
  SwaggerUIBundle({
    spec,
    dom_id: '#reader',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
  })
})
`

/** Extra rules for the reader, which come after its own. */
const FITTING = `
.swagger-ui .wrapper { max-width: none; padding: 0 }
.swagger-ui .info { margin: 1rem 0 }
.swagger-ui .info hgroup.main, .swagger-ui .info__contact, .swagger-ui .info__license, .swagger-ui .schemes-server-container { display: none }
.swagger-ui.swagger-ui, .swagger-ui.swagger-ui :not(code, pre, code *, pre *, .opblock-summary-path, .opblock-summary-path *) { font-family: inherit }
html .swagger-ui.swagger-ui :is(.markdown, .renderedMarkdown) code { padding: 0; background: none; color: inherit; font-weight: 400 }
html.dark-mode .swagger-ui.swagger-ui, html.dark-mode .swagger-ui .scheme-container.scheme-container { background: none; box-shadow: none }
.swagger-ui .servers-title, .swagger-ui .servers { display: none }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1c62b0 }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7349 }
html:not(.dark-mode) .swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8f5300 }
html:not(.dark-mode) .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b61 }
html:not(.dark-mode) .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1b7349; color: #1b7349 }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1b7349 }
.swagger-ui .scheme-container { margin: 0; padding: 0 0 1rem; background: none; box-shadow: none }
`

/** The API as a page where one reads it and tries a call. Its files are read by the first reader. */
export function addDocsPage(app: FastifyInstance, shop: (host: string) => string): void {
  let files: Promise<Map<string, Answer>> | undefined
  const pages = new Map<string, SharedAnswer>()
  const open = () => {
    files ??= loadFiles()
    return files
  }
  async function pageOf(name: string): Promise<SharedAnswer> {
    const known = pages.get(name)
    if (known) return known
    const html = renderDocs(app.swagger() as ApiDocument, name, await open())
    const page = new SharedAnswer(
      buildAnswer(html, { type: 'text/html; charset=utf-8' }),
      () => true,
    )
    pages.set(name, page)
    return page
  }

  app.get(`${API_BASE}/docs`, { schema: { hide: true } }, async (request, reply) =>
    sendShared(
      request,
      reply.header('content-security-policy', POLICY),
      await pageOf(shop(request.host)),
    ),
  )
  app.get<{ Params: { file: string } }>(
    `${API_BASE}/docs/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const file = (await open()).get(request.params.file)
      if (!file) return reply.callNotFound()
      // The page asks for each file by what is in it.
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', file.etag)
      if (file.pack) reply.header('vary', 'accept-encoding')
      if (isUnchanged(request.headers, file.etag)) return reply.code(304).send()
      return reply.send(await packFor(request, reply, file))
    },
  )
}

async function loadFiles(): Promise<Map<string, Answer>> {
  const { resolve } = createRequire(import.meta.url)
  const [script, style] = await Promise.all(
    ['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) =>
      readFile(resolve(`swagger-ui-dist/${name}`), 'utf8'),
    ),
  )
  const js = { type: 'text/javascript; charset=utf-8' }
  return new Map([
    ['reader.css', buildAnswer(`${style}${FITTING}`, { type: 'text/css; charset=utf-8' })],
    ['reader.js', buildAnswer(script ?? '', js)],
    ['start.js', buildAnswer(START, js)],
  ])
}

function renderDocs(document: ApiDocument, shop: string, files: Map<string, Answer>): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) =>
      renderOperation(method, path, operation),
    ),
  )
  const at = (name: string) =>
    `${API_BASE}/docs/${name}?${files.get(name)?.etag.replace(/\W/g, '') ?? ''}`
  return renderPage({
    title: `${shop} API`,
    style: STYLE,
    body: html`<div class="page"><header><h1>${shop} API ${document.info?.version ?? ''}</h1>
<p>Open a call, press “Try it out”, then “Execute”. For what needs an account, make an access token on your <a href="/profile">account page</a> and enter it under “Authorize”. Your cookies are not used here.</p>
<p>A guide with examples is <code>docs/programs.md</code> in the source; assistants connect as <a href="/assistants">this page</a> tells. The same as a machine reads it: <a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
<h2>Calls</h2></header>
<link rel="stylesheet" href="${at('reader.css')}">
<div id="reader"></div>
<noscript><main>${htmlLines(operations)}</main></noscript></div>
<script src="${at('reader.js')}" defer></script>
<script src="${at('start.js')}" defer></script>`,
  })
}

/** What one reads of a call where no script runs. */
function renderOperation(method: string, path: string, operation: Operation): Html {
  const parameters = (operation.parameters ?? []).map(
    (one) => `${one.name} (${one.in}${one.required ? ', required' : ''})`,
  )
  return html`<section><h3 id="${operation.operationId ?? ''}">${method.toUpperCase()} ${path}</h3>
<p>${operation.summary ?? ''}</p>
${parameters.length > 0 ? html`<p>Parameters: ${parameters.join(', ')}</p>` : ''}
<p>Refusals: ${refusalsOf(operation).join('; ')}</p></section>`
}

function refusalsOf({ responses = {} }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, { description = '' }]) => `${status} ${description}`)
}
