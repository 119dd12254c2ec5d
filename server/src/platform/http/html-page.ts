import { createHash } from 'node:crypto'
import { type Html, html, trustHtml } from '@vignette/contract/html.ts'

/** What all pages beside the web app share: font, the product's colours for light and dark, the focus. */
const BASE = `
@font-face{font-family:"Hanken Grotesk";src:url("/fonts/hanken-grotesk-subset.woff2") format("woff2");font-weight:400 700;font-display:optional}
:root{color-scheme:light dark;--ground:light-dark(#fbfbfa,#0f0f11);--surface:light-dark(#fff,#17171a);--sunken:light-dark(#f1f1ef,#1d1d21);--ink:light-dark(#17171a,#f3f2ef);--muted:light-dark(#5c5b63,#a5a4ac);--line:light-dark(#e4e3e0,#2b2b30);--edge:light-dark(#8d8c92,#6d6c75);--accent:light-dark(#c8380f,#ff7a50);--on-accent:light-dark(#fff,#1a0d08);--danger:light-dark(#b3192b,#ff8b93);--danger-wash:light-dark(#fdecee,#2d1518);--warn:light-dark(#7d5200,#f0bd5b);--warn-wash:light-dark(#fdf4e0,#2a210f)}
body{margin:0;background:var(--ground);color:var(--ink);font:400 1rem/1.5625 "Hanken Grotesk",system-ui,sans-serif}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

/** The style sheet of a kind of page: what all share, and the page's own rules. */
export function pageStyle(own: string): string {
  return BASE + own
}

/** A whole page, without the web app. */
export function renderPage(page: { title: string; style: string; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<title>${page.title}</title>
<style>${trustHtml(page.style)}</style>
</head>
<body>
${page.body}
</body>
</html>
`.toString()
}

/**
 * The content security policy of a page without scripts: this one style sheet, and forms to this
 * server alone. A framed page may have no forms, and its pictures may be written in it.
 */
export function pagePolicy(style: string, { framed = false } = {}): string {
  return [
    "default-src 'none'",
    framed ? "img-src 'self' data:" : "img-src 'self'",
    ...(framed ? ["media-src 'self'"] : []),
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "font-src 'self'",
    `form-action ${framed ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ')
}
