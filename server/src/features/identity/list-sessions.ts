import { and } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { isLivingOf } from './find-session.ts'
import { requireUser } from './require-user.ts'
import { sessions } from './tables.ts'
import { viewSession } from './view-session.ts'

export async function listSessions(ctx: Ctx, cursor?: string) {
  const user = requireUser(ctx)
  const list = {
    name: ['sessions', user.id],
    columns: [sessions.lastSeenAt, sessions.id],
    descending: true,
  }
  const page = { limit: 200, offset: 0, cursor }
  const { rows, next_cursor } = await readPage(ctx.config, list, page, (at) =>
    ctx.db
      .select({ row: sessions, key: at.key })
      .from(sessions)
      .where(and(isLivingOf(ctx, user.id), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    sessions: rows.map(({ row }) => viewSession(row, ctx.caller.sessionId)),
    next_cursor,
  }
}
