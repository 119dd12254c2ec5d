import { desc, inArray, lt, or } from 'drizzle-orm'
import { newId } from '../../../platform/ids.ts'
import type { Clock, Platform } from '../../../platform/platform.ts'
import type { Mailer } from '../spec.ts'
import { registerInbox } from './register-inbox.ts'
import { inboxLetters } from './tables.ts'

const KEPT_LETTERS = 200
const KEPT_MS = 7 * 24 * 3_600_000

/** Keeps letters in the database, so that every process of this machine shows the same inbox. */
export function createInboxMailer({ db, clock }: { db: Platform['db']; clock: Clock }): Mailer {
  return {
    id: 'inbox',
    async send({ messageId, to, subject, text, html, headers }) {
      const now = clock.now()
      const letter = { messageId, address: to, subject, body: text, html, headers }
      await db.insert(inboxLetters).values({ id: newId(), createdAt: now, ...letter })
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
      registerInbox(server, db)
    },
  }
}
