import { desc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import { isOnThisMachine } from '../../../platform/http/is-on-this-machine.ts'
import type { Platform } from '../../../platform/platform.ts'
import { INBOX_CSP, renderInbox } from './inbox-page.ts'
import { inboxLetters } from './tables.ts'

const SHOWN = 50

/** Shows every letter to each caller, so only this machine may ask, and never behind a proxy. */
export function registerInbox(server: FastifyInstance, db: Platform['db']): void {
  server.get('/dev/inbox', { schema: { hide: true } } as object, async (request, reply) => {
    if (!isOnThisMachine(request, 0)) {
      throw new AppError('forbidden', 'The development inbox works on this machine alone.')
    }
    const letters = await db.select().from(inboxLetters).orderBy(desc(inboxLetters.id)).limit(SHOWN)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', INBOX_CSP)
      .type('text/html; charset=utf-8')
      .send(renderInbox(letters))
  })
}
