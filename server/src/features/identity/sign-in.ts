import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { type PrincipalRow, principals, sessions } from '../../schema/identity.ts'
import { identityEvents } from './events.ts'
import { findActingVisitor } from './principal.ts'
import { publicHandle } from './rules.ts'
import { createSession } from './session.ts'

/** The person who has signed in, by the identity provider's word. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  picture: string | null
  developmentAdmin: boolean
  /** When the person proved their identity; null where the provider does not say. */
  provenAt: Date | null
}

interface SignInInput {
  identity: ProvenIdentity
  /** This browser's visitor, whose things become the account's. */
  anonymousId: string | undefined
  /** The session that the new one replaces in the browser. */
  replaces: string | null
  label: string
}

export async function signIn(
  ctx: Ctx,
  input: SignInInput,
): Promise<{ token: string; principalId: string }> {
  return inTransaction(ctx, async (tx) => {
    const user = await upsertUser(tx, input.identity)
    if (input.anonymousId) await claimVisitor(tx, input.anonymousId, user)
    if (input.replaces) {
      await tx.db
        .update(sessions)
        .set({ revokedAt: tx.clock.now() })
        .where(and(eq(sessions.id, input.replaces), isNull(sessions.revokedAt)))
    }
    const { token } = await createSession(tx, {
      principalId: user.id,
      kind: 'browser',
      label: input.label,
      provenAt: input.identity.provenAt,
    })
    return { token, principalId: user.id }
  })
}

/** Found by issuer and subject only: an e-mail address can change its owner. */
async function upsertUser(tx: TxCtx, identity: ProvenIdentity): Promise<PrincipalRow> {
  const told = {
    email: identity.email,
    emailVerified: identity.emailVerified,
    picture: identity.picture,
    developmentAdmin: identity.developmentAdmin,
  }
  const [row] = await tx.db
    .insert(principals)
    .values({
      id: newId(),
      kind: 'user',
      issuer: identity.issuer,
      subject: identity.subject,
      ...told,
      createdAt: tx.clock.now(),
    })
    .onConflictDoUpdate({ target: [principals.issuer, principals.subject], set: told })
    .returning()
  if (!row) throw new Error('an upserted user was not returned')
  return row
}

/** First come, first served: of two accounts that sign in on one browser, one gets the visitor. */
async function claimVisitor(tx: TxCtx, anonymousId: string, user: PrincipalRow): Promise<void> {
  const found = await findActingVisitor(tx, anonymousId)
  if (!found || found === 'spent') return
  const now = tx.clock.now()
  const [visitor] = await tx.db
    .update(principals)
    .set({ claimedBy: user.id, claimedAt: now })
    .where(and(eq(principals.id, found.id), isNull(principals.claimedBy)))
    .returning()
  if (!visitor) return
  // Aliases of the visitor now lead to the account.
  await tx.db
    .update(principals)
    .set({ claimedBy: user.id })
    .where(eq(principals.claimedBy, visitor.id))
  if (visitor.bannedAt || visitor.approvedCreatorAt) {
    await tx.db
      .update(principals)
      .set({
        bannedAt: sql`coalesce(${principals.bannedAt}, ${visitor.bannedAt?.toISOString() ?? null}::timestamptz)`,
        approvedCreatorAt: sql`coalesce(${principals.approvedCreatorAt}, ${visitor.approvedCreatorAt?.toISOString() ?? null}::timestamptz)`,
      })
      .where(eq(principals.id, user.id))
  }
  // A visitor's ban passes to the account, and all things of both are hidden under the account's ban.
  if (visitor.bannedAt) await announceBan(tx, visitor.id, false, visitor.bannedAt)
  await identityEvents.visitorClaimed.emit(tx, { from: visitor.id, to: user.id })
  const named = { principalId: user.id, handle: publicHandle(user) }
  await identityEvents.handleChanged.emit(tx, named)
  const bannedAt = user.bannedAt ?? visitor.bannedAt
  if (bannedAt) await announceBan(tx, user.id, true, bannedAt)
}

async function announceBan(
  tx: TxCtx,
  principalId: string,
  banned: boolean,
  at: Date,
): Promise<void> {
  await identityEvents.principalBanned.emit(tx, { principalId, banned, at })
}
