import { FIRM_GROUP, LETTER_GROUPS, type LetterGroup } from '@vignette/contract/letter-groups.ts'
import type { LetterSettings } from '@vignette/contract/notices.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { hoursAgo } from '../../platform/time.ts'
import { letterAddresses, unsubscriptions } from '../../schema/notices.ts'
import { findByAnyId, lockCaller, requireVisitor } from '../identity/index.ts'

/** Where the caller's letters go, and which of them the caller wants. */
export async function getLetterSettings(ctx: Ctx): Promise<LetterSettings> {
  const { id } = requireVisitor(ctx)
  const person = await findByAnyId(ctx, id)
  const off = await ctx.db
    .select({ group: unsubscriptions.letterGroup })
    .from(unsubscriptions)
    .where(eq(unsubscriptions.reader, id))
  return {
    mail: ctx.config.mail,
    address: person?.emailVerified ? person.email : null,
    groups: (Object.keys(LETTER_GROUPS) as LetterGroup[]).map((group) => ({
      group,
      label: LETTER_GROUPS[group],
      firm: group === FIRM_GROUP,
      on: !off.some((one) => one.group === group),
    })),
  }
}

export async function updateLetterSettings(
  ctx: Ctx,
  { group: letterGroup, on }: { group: LetterGroup; on: boolean },
): Promise<LetterSettings> {
  return inTransaction(ctx, async (tx) => {
    const { owner, acting } = await lockCaller(tx)
    const { reader, letterGroup: column } = unsubscriptions
    if (on) {
      await tx.db.delete(unsubscriptions).where(and(eq(reader, owner.id), eq(column, letterGroup)))
    } else {
      await tx.db
        .insert(unsubscriptions)
        .values({ reader: owner.id, letterGroup, createdAt: tx.clock.now() })
        .onConflictDoNothing()
    }
    return getLetterSettings(acting)
  })
}

/** How often a day one address may be left, by all visitors together. */
const LEFT_PER_DAY = 10

/**
 * Keeps where letters about these creations and payments go. An account's letters go to the
 * account's own address, whatever its browser had left.
 */
export async function keepLetterAddress(
  tx: TxCtx,
  left: { owner: Pick<Principal, 'id' | 'kind'>; subjectIds: readonly string[]; address: string },
): Promise<void> {
  if (left.owner.kind === 'user') return
  await keepAddress(tx, { ...left, ownerId: left.owner.id })
}

/** Keeps the address of a payer by a link, to which the papers of the payment go. */
export async function keepPayerAddress(
  tx: TxCtx,
  left: { ownerId: string; subjectId: string; address: string },
): Promise<void> {
  await keepAddress(tx, { ...left, subjectIds: [left.subjectId] })
}

async function keepAddress(
  tx: TxCtx,
  left: { ownerId: string; subjectIds: readonly string[]; address: string },
): Promise<void> {
  const { ownerId } = left
  const address = left.address.trim().toLowerCase()
  const today = and(
    eq(letterAddresses.address, address),
    gt(letterAddresses.createdAt, hoursAgo(tx, 24)),
  )
  if ((await tx.db.$count(letterAddresses, today)) >= LEFT_PER_DAY) {
    throw new AppError('rate_limited', 'This address was left too often today.', {
      retryAfterSeconds: 3600,
    })
  }
  const createdAt = tx.clock.now()
  await tx.db
    .insert(letterAddresses)
    .values(left.subjectIds.map((subjectId) => ({ subjectId, ownerId, address, createdAt })))
    .onConflictDoUpdate({
      target: letterAddresses.subjectId,
      set: { address, ownerId, createdAt },
      setWhere: sql`${letterAddresses.ownerId} = ${ownerId}`,
    })
}
