import type { ReportedType } from '@vignette/contract/moderation.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { claimItems, claims } from '../../schema/claims.ts'
import { principals } from '../../schema/identity.ts'
import { auditLog, reports } from '../../schema/moderation.ts'
import { lockActing } from '../identity/index.ts'
import { moderatedSubjects } from './ports.ts'

interface Keeps {
  /** The number of a claim that keeps it down. */
  claim?: string
  /** Whether an admin hid it, by a report or without one. */
  admin: boolean
}

/** What keeps these things down, by id: claims and admins, each for itself. */
async function listKeeps(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Map<string, Keeps>> {
  if (ids.length === 0) return new Map()
  const claimed = await ctx.db
    .select({ id: claimItems.subjectId, number: claims.number })
    .from(claimItems)
    .innerJoin(claims, eq(claims.id, claimItems.claimId))
    .where(
      and(
        inArray(claimItems.subjectId, [...ids]),
        inArray(claimItems.state, ['hidden', 'taken_down']),
      ),
    )
    .orderBy(claims.createdAt)
  const numbers = new Map(claimed.map(({ id, number }) => [id, number]))
  const acted = await ctx.db
    .selectDistinctOn([auditLog.subjectId], { id: auditLog.subjectId, action: auditLog.action })
    .from(auditLog)
    .where(
      and(inArray(auditLog.subjectId, [...ids]), inArray(auditLog.action, ['hide', 'restore'])),
    )
    .orderBy(auditLog.subjectId, desc(auditLog.at), desc(auditLog.id))
  const byAdmin = new Set(acted.flatMap(({ id, action }) => (action === 'hide' ? id : [])))
  return new Map(
    ids.map((id) => {
      const claim = numbers.get(id)
      return [id, { admin: byAdmin.has(id), ...(claim && { claim }) }]
    }),
  )
}

/** The number of the claim that keeps a thing down. */
export const findKeepingClaim = async (ctx: Pick<Ctx, 'db'>, id: string) =>
  (await listKeeps(ctx, [id])).get(id)?.claim

/**
 * The one rule of what is hidden: a thing is shown only where no claim, no admin and no ban of its owner
 * keeps it down. Asked after the reason was written or taken away; under the owner's lock, so that of two
 * changes at once the second sees the first.
 */
export async function settleHiding(tx: TxCtx, type: ReportedType, id: string): Promise<void> {
  const { find, setHidden } = moderatedSubjects[type]
  const { ownerId } = (await find.ask(tx, { id })) ?? {}
  if (ownerId) await lockActing(tx, ownerId, 'no key update')
  const subject = await find.ask(tx, { id })
  if (!subject) return
  const keeps = (await listKeeps(tx, [id])).get(id)
  const [owner] = await tx.db
    .select({ bannedAt: principals.bannedAt })
    .from(principals)
    .where(eq(principals.id, subject.ownerId))
  // The end of a ban shows again what has its time.
  const bannedAt = (type === 'workflow' || type === 'creation') && owner?.bannedAt
  const isKept = keeps?.claim !== undefined || keeps?.admin
  if (isKept && subject.hidden && !bannedAt) return
  await setHidden.ask(tx, { id, hiddenAt: isKept ? tx.clock.now() : bannedAt || null })
}

interface Hiding {
  /** The number of the claim that keeps it down. */
  claim: string | undefined
  /** The report's reason that an admin followed. */
  reason: string | undefined
  /** The owner's objection that waits for an admin. */
  objectedAt: Date | undefined
}

/** Why admins hid these subjects, by id, and which of the owners' objections wait. */
export async function listHidings(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Map<string, Hiding>> {
  if (ids.length === 0) return new Map()
  const keeps = await listKeeps(ctx, ids)
  const told = await ctx.db
    .select({
      id: reports.subjectId,
      reason: reports.reason,
      status: reports.status,
      at: reports.createdAt,
    })
    .from(reports)
    .where(inArray(reports.subjectId, [...ids]))
    .orderBy(desc(sql`coalesce(${reports.closedAt}, ${reports.createdAt})`))
  return new Map(
    ids.map((id) => {
      const mine = told.filter((one) => one.id === id)
      const followed = mine.find(
        ({ reason, status }) => reason !== OBJECTION && status === 'resolved',
      )
      const waiting = mine.find(({ reason, status }) => reason === OBJECTION && status === 'open')
      return [
        id,
        {
          claim: keeps.get(id)?.claim,
          reason: keeps.get(id)?.admin ? followed?.reason : undefined,
          objectedAt: waiting?.at,
        },
      ]
    }),
  )
}

/** Whether an admin took it down for good. */
export async function wasRemoved(ctx: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'remove')))
    .limit(1)
  return rows.length > 0
}

export const OBJECTION = 'objection'

/** An owner's words against the hiding of their own subject, for an admin to read; one at a time. */
export async function openObjection(
  tx: TxCtx,
  { type, id, ownerId, text }: { type: ReportedType; id: string; ownerId: string; text: string },
): Promise<void> {
  const claim = await findKeepingClaim(tx, id)
  if (claim) {
    const words = `The claim ${claim} hides it. Object on the claim's page, to which our letter leads.`
    throw new AppError('conflict', words)
  }
  const made = await tx.db
    .insert(reports)
    .values({
      id: newId(),
      subjectType: type,
      subjectId: id,
      reporterId: ownerId,
      source: 'visitor',
      reason: OBJECTION,
      note: text,
      createdAt: tx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: reports.id })
  if (made.length > 0) return
  throw new AppError('conflict', 'Your words about this recipe already wait for an admin.')
}
