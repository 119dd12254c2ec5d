import { escapeHtml, pagePolicy, pageStyle, renderPage } from '../../../platform/http/html-page.ts'
import type { inboxLetters } from './tables.ts'

const STYLE = pageStyle(`
*{box-sizing:border-box}
main{display:grid;gap:1rem;max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0;font-size:1.5rem;font-weight:600;letter-spacing:-.02em}
h2{margin:0 0 .25rem;font-size:1.0625rem;font-weight:600;overflow-wrap:anywhere}
p{margin:0;color:var(--muted)}
article{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:1.25rem 1.5rem}
pre{margin:1rem 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px}
`)

export const INBOX_CSP = pagePolicy(STYLE)

/** The text of a letter, whose addresses can be followed. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<>&]+/g, (url) => `<a href="${url}">${url}</a>`)
}

type InboxLetter = typeof inboxLetters.$inferSelect

function article(letter: InboxLetter): string {
  const off = letter.headers['List-Unsubscribe']?.slice(1, -1)
  return `<article>
<h2>${escapeHtml(letter.subject)}</h2>
<p>To ${escapeHtml(letter.address)}, ${letter.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<pre>${linked(letter.body)}</pre>
${off ? `<p><a href="${escapeHtml(off)}">Unsubscribe, as a mail program offers it</a></p>` : ''}
</article>`
}

export function renderInbox(letters: InboxLetter[]): string {
  return renderPage({
    title: 'Development inbox – Vignette',
    style: STYLE,
    body: `<main>
<h1>Development inbox</h1>
<p>No mail server is configured (SMTP_URL), so no letter leaves this machine. Its letters are shown here, newest first, and kept for a week.</p>
${letters.map(article).join('\n') || '<p>No letter yet.</p>'}
</main>`,
  })
}
