import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

/** No script; the hash of the one style sheet is allowed. */
export const PAGE_CSP = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A whole page; `notice` says in a bar above all what kind of page it is. */
export function layout(page: {
  title: string
  notice: { title: string; text: string } | null
  body: string
}): string {
  const notice = page.notice
    ? `<header class="test"><strong>${escape(page.notice.title)}</strong> <span>${escape(page.notice.text)}</span></header>\n`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<title>${escape(page.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${notice}<main>${page.body}</main>
</body>
</html>`
}
