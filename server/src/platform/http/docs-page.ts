import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { pagePolicy, pageStyle, renderPage } from './html-page.ts'

interface Response {
  description?: string
  content?: Record<string, { schema?: unknown }>
}

interface Operation {
  operationId?: string
  summary?: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, Response>
}

export interface ApiDocument {
  info?: { title?: string; version?: string }
  paths?: Record<string, Record<string, Operation> | undefined>
}

const STYLE = pageStyle(`
body { overflow-wrap: anywhere }
main { max-width: 56rem; margin: 0 auto; padding: clamp(2rem, 6vw, 4rem) clamp(1rem, 4vw, 2.5rem) 6rem }
h1 { margin: 0 0 1rem; font-size: clamp(1.875rem, 1.4rem + 2vw, 2.75rem); line-height: 1.08; font-weight: 600; letter-spacing: -.027em }
p { margin: .5rem 0 0; max-width: 68ch; color: var(--muted) }
section { margin-top: 1.75rem; padding-top: 1.75rem; border-top: 1px solid var(--line) }
h2 { margin: 0; display: flex; flex-wrap: wrap; gap: .25rem .875rem; align-items: baseline; font: 500 1rem/1.5 ui-monospace, "SF Mono", Menlo, monospace; scroll-margin-top: 1.5rem }
h2 b { min-width: 4.25rem; color: var(--accent); font-weight: 600 }
a { color: var(--ink); text-underline-offset: 3px }
details { margin-top: .625rem } summary { width: fit-content; padding: .375rem 0; font-size: .875rem; font-weight: 500; cursor: pointer }
pre { overflow-x: auto; margin: .25rem 0 0; padding: 1rem 1.25rem; border-radius: 12px; background: var(--sunken); font: .8125rem/1.55 ui-monospace, "SF Mono", Menlo, monospace; overflow-wrap: normal }
code { font-family: ui-monospace, "SF Mono", Menlo, monospace; font-size: .86em; color: var(--ink) }
`)

export const DOCS_CSP = pagePolicy(STYLE)

/** The OpenAPI document as a page without scripts. */
export function renderDocs(document: ApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) =>
      renderOperation(method, path, operation),
    ),
  )
  return renderPage({
    title: `${document.info?.title ?? 'API'} API`,
    style: STYLE,
    body: html`<main><h1>${document.info?.title ?? ''} API ${document.info?.version ?? ''}</h1>
<p>Every call of the contract. The same as a machine reads it: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>A failure answers <code>{ error, code, request_id, details? }</code>. Writes by cookie repeat the cookie
<code>csrf_token</code> in the header <code>X-CSRF-Token</code>; API clients send <code>Authorization: Bearer</code>.
A first write without a cookie may name an anonymous id in <code>X-Visitor-Id</code>.</p>
${htmlLines(operations)}</main>`,
  })
}

function renderOperation(method: string, path: string, operation: Operation): Html {
  const parameters = (operation.parameters ?? []).map(
    (one) => `${one.name} (${one.in}${one.required ? ', required' : ''})`,
  )
  return html`<section><h2 id="${operation.operationId ?? ''}"><b>${method.toUpperCase()}</b>${path}</h2>
<p>${operation.summary ?? ''}</p>
${parameters.length > 0 ? html`<p>Parameters: ${parameters.join(', ')}</p>` : ''}
${schemaBlock('Body', operation.requestBody?.content)}
${schemaBlock('Answer', Object.values(operation.responses ?? {})[0]?.content)}
<p>Refusals: ${refusalsOf(operation).join('; ')}</p></section>`
}

function refusalsOf({ responses = {} }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, { description = '' }]) => `${status} ${description}`)
}

function schemaBlock(
  title: string,
  content: Record<string, { schema?: unknown }> | undefined,
): Html | null {
  const schema = Object.values(content ?? {})[0]?.schema
  if (!schema) return null
  return html`<details><summary>${title}</summary><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`
}
