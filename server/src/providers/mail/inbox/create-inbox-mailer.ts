import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import { pagePolicy, pageStyle, renderPage } from '../../../platform/http/html-page.ts'
import { isOnThisMachine } from '../../../platform/http/network.ts'
import { newId } from '../../../platform/ids.ts'
import type { Clock, Platform } from '../../../platform/platform.ts'
import type { Letter, Mailer } from '../spec.ts'
import { inboxLetters } from './tables.ts'

const STYLE = pageStyle(`
*{box-sizing:border-box}
main{display:grid;gap:1rem;max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{margin:0;font-size:1.5rem;font-weight:600;letter-spacing:-.02em}
h2{margin:0 0 .25rem;font-size:1.0625rem;font-weight:600;overflow-wrap:anywhere}
p{margin:0;color:var(--muted)}
article{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:1.25rem 1.5rem}
iframe{display:block;width:100%;height:40rem;margin:1rem 0;border:1px solid var(--line);border-radius:8px}
summary{cursor:pointer;color:var(--muted)}
pre{margin:1rem 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:3px}
`)

const INBOX_CSP = `${pagePolicy(STYLE)}; frame-src 'self'`

/** As a careful mail program: no script, nothing fetched, and links in a window of their own. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'
const LETTER_CSP = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${SANDBOX}`

const SHOWN = 50

const KEPT_LETTERS = 200

const KEPT_MS = 7 * 24 * 3_600_000

interface Parts {
  db: Platform['db']
  clock: Clock
  /** The name of the site. */
  shop: () => string
}

/** Keeps letters in the database, so that every process of this machine shows the same inbox. */
export function createInboxMailer({ db, clock, shop }: Parts): Mailer {
  return {
    id: 'inbox',
    async send(letter) {
      const now = clock.now()
      const { messageId, to: address, subject, text: body, headers } = letter
      const row = { messageId, address, subject, body, html: inOnePiece(letter), headers }
      await db.insert(inboxLetters).values({ id: newId(), createdAt: now, ...row })
      const beyond = db
        .select({ id: inboxLetters.id })
        .from(inboxLetters)
        .orderBy(desc(inboxLetters.id))
        .offset(KEPT_LETTERS)
      await db
        .delete(inboxLetters)
        .where(
          or(
            inArray(inboxLetters.id, beyond),
            lt(inboxLetters.createdAt, new Date(now.getTime() - KEPT_MS)),
          ),
        )
    },
    close: () => Promise.resolve(),
    async mount(server) {
      registerInbox(server, { db, shop })
    },
  }
}

/** The letter's page with its picture written into it. */
function inOnePiece({ html, picture }: Letter): string {
  if (!picture) return html
  const written = `data:image/jpeg;base64,${picture.bytes.toString('base64')}`
  return html.replace(`src="cid:${picture.cid}"`, () => `src="${written}"`)
}

/** Shows every letter to each caller, so only this machine may ask, and never behind a proxy. */
function registerInbox(server: FastifyInstance, { db, shop }: Pick<Parts, 'db' | 'shop'>): void {
  server.get('/dev/inbox', { schema: { hide: true } } as object, async (request, reply) => {
    assertOnThisMachine(request)
    const letters = await db.select().from(inboxLetters).orderBy(desc(inboxLetters.id)).limit(SHOWN)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', INBOX_CSP)
      .type('text/html; charset=utf-8')
      .send(renderInbox(shop(), letters))
  })
  server.get<{ Params: { id: string } }>(
    '/dev/inbox/:id',
    { schema: { hide: true }, config: { framed: true } } as object,
    async (request, reply) => {
      assertOnThisMachine(request)
      const { id } = request.params
      const [letter] = UUID_PATTERN.test(id)
        ? await db.select().from(inboxLetters).where(eq(inboxLetters.id, id))
        : []
      if (!letter) throw new AppError('not_found', 'There is no such letter.')
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', LETTER_CSP)
        .type('text/html; charset=utf-8')
        .send(letter.html)
    },
  )
}

function assertOnThisMachine(request: FastifyRequest): void {
  if (isOnThisMachine(request, 0)) return
  throw new AppError('forbidden', 'The development inbox works on this machine alone.')
}

/** The text of a letter, whose addresses can be followed. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>&"']+)/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`))
}

type InboxLetter = typeof inboxLetters.$inferSelect

function article(letter: InboxLetter): Html {
  const off = letter.headers['List-Unsubscribe']?.slice(1, -1)
  return html`<article>
<h2>${letter.subject}</h2>
<p>To ${letter.address}, ${letter.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<iframe src="/dev/inbox/${letter.id}" title="${letter.subject}" sandbox="${SANDBOX}" loading="lazy"></iframe>
<details><summary>As plain text</summary><pre>${linked(letter.body)}</pre></details>
${off ? html`<p><a href="${off}">Unsubscribe, as a mail program offers it</a></p>` : ''}
</article>`
}

function renderInbox(shop: string, letters: InboxLetter[]): string {
  return renderPage({
    title: `Development inbox – ${shop}`,
    style: STYLE,
    body: html`<main>
<h1>Development inbox</h1>
<p>No mail server is configured (SMTP_URL), so no letter leaves this machine. Its letters are shown here, newest first, and kept for a week.</p>
${letters.length > 0 ? htmlLines(letters.map(article)) : html`<p>No letter yet.</p>`}
</main>`,
  })
}
