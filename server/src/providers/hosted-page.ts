import { type Html, html } from '@vignette/contract/html.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pagePolicy, pageStyle, renderPage } from '../platform/http/html-page.ts'

/** The rules of the hosted pages, from 320 px up. */
const STYLE = pageStyle(`
*{box-sizing:border-box}
body{min-height:100vh}
p{margin:0}
.test{display:flex;flex-wrap:wrap;justify-content:center;gap:.125rem .625rem;padding:.625rem 1rem;background:var(--warn-wash);color:var(--warn);font-size:.875rem;text-align:center;border-bottom:1px solid var(--line)}
main{display:grid;gap:2rem;max-width:26rem;margin:0 auto;padding:2rem 1rem 4rem}
.seller{margin:0 0 1.25rem;color:var(--muted)}
.seller strong{color:var(--ink)}
.order h1{margin:0;font-size:1.125rem;line-height:1.5;font-weight:500;color:var(--muted);overflow-wrap:anywhere}
.price{font-size:2.75rem;line-height:1.15;font-weight:600;letter-spacing:-.02em;margin:.25rem 0 .75rem;font-variant-numeric:tabular-nums}
.promise{color:var(--muted);max-width:34ch}
.card{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:1.5rem}
h2{margin:0 0 1.25rem;font-size:1.125rem;font-weight:600}
form{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.number,.wide,button,.refused{grid-column:1/-1}
label{display:block;margin-bottom:.375rem;font-size:.875rem;font-weight:500}
input{width:100%;height:3rem;padding:0 .875rem;border:1px solid var(--edge);border-radius:8px;background:var(--ground);color:var(--ink);font:inherit;font-variant-numeric:tabular-nums}
input::placeholder{color:var(--muted);opacity:1}
select{width:100%;height:3rem;padding:0 .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--ground);color:var(--ink);font:inherit}
input[aria-invalid],select[aria-invalid]{border-color:var(--danger);box-shadow:inset 0 0 0 1px var(--danger)}
.hint{margin-top:.375rem;color:var(--muted);font-size:.875rem;line-height:1.4}
.error{margin-top:.375rem;color:var(--danger);font-size:.875rem;line-height:1.4}
.refused{margin-bottom:1.25rem;padding:.875rem 1rem;border-radius:8px;background:var(--danger-wash);color:var(--danger);font-size:.9375rem}
button{height:3.125rem;margin-top:.5rem;border:0;border-radius:999px;background:var(--ink);color:var(--ground);font:inherit;font-weight:600;cursor:pointer}
button:hover{opacity:.88}
a{color:inherit;text-underline-offset:3px}
.back{margin-top:1.125rem;text-align:center}
.back a{display:inline-block;padding:.5rem}
details{margin-top:.875rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.875rem;color:var(--muted)}
summary{cursor:pointer;padding:.25rem 0}
ul{list-style:none;margin:.625rem 0;padding:0;display:grid;gap:.5rem}
li{display:grid;gap:0 .75rem}
code{font:500 .8125rem ui-monospace,"SF Mono",Menlo,monospace;color:var(--ink);white-space:nowrap}
.closed h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}
.closed .back{text-align:left}
.closed .back a{padding-left:0}
@media (min-width:60rem){
main{grid-template-columns:1fr 26rem;gap:6rem;max-width:62rem;padding-top:6rem;align-items:start}
main:has(.closed){grid-template-columns:26rem;justify-content:center}
.price{font-size:3.5rem}
.card{padding:2rem}
}
`)

const PAGE_CSP = pagePolicy(STYLE)

/** A whole page; `notice` says in a bar above all what kind of page it is. */
export function layout({
  title,
  notice,
  body,
}: {
  title: string
  notice: { title: string; text: string } | null
  body: Html
}): string {
  const bar = notice
    ? html`<header class="test"><strong>${notice.title}</strong> <span>${notice.text}</span></header>\n`
    : null
  return renderPage({ title, style: STYLE, body: html`${bar}<main>${body}</main>` })
}

const FORM = 'application/x-www-form-urlencoded'

/** Reads the forms of pages without script. */
export function acceptForms(scope: FastifyInstance): void {
  if (scope.hasContentTypeParser(FORM)) return
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 4096 }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** The text of a form's field, cut to the longest text that any field takes. */
export function readField(body: unknown, name: string, longest = 40): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.slice(0, longest) : ''
}

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', PAGE_CSP)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
}
