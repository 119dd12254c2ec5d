import { and, asc, count, eq, inArray, isNotNull, isNull, max } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { inTransaction } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { claimItems, claimObjections, claims } from '../../schema/claims.ts'
import { creations, showsFile } from '../../schema/creations.ts'
import { mediaPorts } from '../media/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { noticePorts, type Waiting } from '../notices/index.ts'
import { waitsForPerson } from './list-claims.ts'
import { matchKnown } from './take-copies.ts'

/** The answers of claims to questions of lower features. */
export const claimAnswers: Handling[] = [
  noticePorts.waiting.answer(takeWaiting),
  mediaPorts.matchKnown.answer(matchKnown),
  mediaPorts.openClaimed.answer(openClaimed),
]

const AT_ONCE = 1000

/** Claims without a decision, and objections that wait for a person. */
async function takeWaiting(tx: TxCtx, { at }: { at: Date }): Promise<Waiting[]> {
  const all: { count: number; newest: Date | null }[] = []
  for (const { table, waits } of [
    { table: claims, waits: inArray(claims.state, ['open', 'hidden']) },
    { table: claimObjections, waits: waitsForPerson },
  ]) {
    const unnotified = tx.db
      .select({ id: table.id })
      .from(table)
      .where(and(waits, isNull(table.notifiedAt)))
      .orderBy(asc(table.id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    await tx.db.update(table).set({ notifiedAt: at }).where(inArray(table.id, unnotified))
    const rows = await tx.db
      .select({ count: count(), newest: max(table.notifiedAt) })
      .from(table)
      .where(and(waits, isNotNull(table.notifiedAt)))
    all.push(...rows)
  }
  const times = all.flatMap(({ newest }) => newest?.getTime() ?? [])
  if (times.length === 0) return []
  const sum = all.reduce((sum_, one) => sum_ + one.count, 0)
  return [{ what: 'claims', count: sum, newest: new Date(Math.max(...times)) }]
}

/** Whether a claim is about a file, so that staff may look at it; each look is written into the audit log. */
async function openClaimed(
  ctx: Ctx,
  { mediaId, staffId }: { mediaId: string; staffId: string },
): Promise<boolean> {
  const [claimed] = await ctx.db
    .select({ id: creations.id })
    .from(claimItems)
    .innerJoin(creations, eq(creations.id, claimItems.subjectId))
    .where(and(eq(claimItems.subjectType, 'creation'), showsFile(mediaId)))
    .limit(1)
  if (!claimed) return false
  await inTransaction(ctx, (tx) =>
    writeAudit(tx, {
      actorId: staffId,
      action: 'claim_look',
      subjectType: 'creation',
      subjectId: claimed.id,
    }),
  )
  return true
}
