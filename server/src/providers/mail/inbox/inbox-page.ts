import { createHash } from 'node:crypto'
import type { inboxLetters } from './tables.ts'

const STYLE = `
@font-face{font-family:"Hanken Grotesk";src:url("/fonts/hanken-grotesk-subset.woff2") format("woff2");font-weight:400 700;font-display:swap}
:root{color-scheme:light dark;--ground:light-dark(#fbfbfa,#0f0f11);--surface:light-dark(#fff,#17171a);--ink:light-dark(#17171a,#f3f2ef);--muted:light-dark(#5c5b63,#a5a4ac);--line:light-dark(#e4e3e0,#2b2b30);--accent:light-dark(#c8380f,#ff7a50)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:400 1rem/1.5625 "Hanken Grotesk",system-ui,sans-serif}
main{display:grid;gap:1rem;max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0;font-size:1.5rem;font-weight:600;letter-spacing:-.02em}
h2{margin:0 0 .25rem;font-size:1.0625rem;font-weight:600;overflow-wrap:anywhere}
p{margin:0;color:var(--muted)}
article{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:1.25rem 1.5rem}
pre{margin:1rem 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

/** No script; the hash of the one style sheet is allowed. */
export const INBOX_CSP = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The text of a letter, whose addresses can be followed. */
function linked(text: string): string {
  return escape(text).replace(/https?:\/\/[^\s<>&]+/g, (url) => `<a href="${url}">${url}</a>`)
}

type InboxLetter = typeof inboxLetters.$inferSelect

function article(letter: InboxLetter): string {
  const off = letter.headers['List-Unsubscribe']?.slice(1, -1)
  return `<article>
<h2>${escape(letter.subject)}</h2>
<p>To ${escape(letter.address)}, ${letter.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<pre>${linked(letter.body)}</pre>
${off ? `<p><a href="${escape(off)}">Unsubscribe, as a mail program offers it</a></p>` : ''}
</article>`
}

export function renderInbox(letters: InboxLetter[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<title>Development inbox – Vignette</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Development inbox</h1>
<p>No mail server is configured (SMTP_URL), so no letter leaves this machine. Its letters are shown here, newest first, and kept for a week.</p>
${letters.map(article).join('\n') || '<p>No letter yet.</p>'}
</main>
</body>
</html>
`
}
