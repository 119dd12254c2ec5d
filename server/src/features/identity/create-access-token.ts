import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createSession } from './create-session.ts'
import { isLivingOf } from './find-session.ts'
import { lockCaller } from './lock-caller.ts'
import { requireActiveUser } from './require-active-user.ts'
import { sessions } from './tables.ts'
import { viewSession } from './view-session.ts'

const MOST_TOKENS = 50

export async function createAccessToken(ctx: Ctx, label: string) {
  requireActiveUser(ctx)
  return inTransaction(ctx, async (tx) => {
    // Serialised, so that ten simultaneous requests do not all find room for the last token.
    const { owner: user } = await lockCaller(tx, 'no key update')
    const [counted] = await tx.db
      .select({ count: sql<number>`count(*)::int` })
      .from(sessions)
      .where(and(isLivingOf(tx, user.id), eq(sessions.kind, 'token')))
    if ((counted?.count ?? 0) >= MOST_TOKENS) {
      throw new AppError('conflict', `You have ${MOST_TOKENS} access tokens. Revoke one first.`)
    }
    const made = await createSession(tx, { principalId: user.id, kind: 'token', label })
    return { access_token: made.token, session: viewSession(made.row, null) }
  })
}
