import { type ClaimKind, HIDE_HOURS } from '@vignette/contract/claim-words.ts'
import type { ClaimView, decideClaim as route } from '@vignette/contract/claims.ts'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { type ClaimRow, claims } from '../../schema/claims.ts'
import { requireStaff } from '../identity/index.ts'
import { HIDDEN_IN_TIME, writeAudit } from '../moderation/index.ts'
import { lockClaim, notifyClaimant } from './claim.ts'
import { setItems } from './item.ts'
import { viewClaim } from './list-claims.ts'
import { takeCopies } from './take-copies.ts'

const STEPS = {
  hide: { state: 'hidden', told: 'claim_acted' },
  take_down: { state: 'taken_down', told: 'claim_followed' },
  reject: { state: 'rejected', told: 'claim_rejected' },
} as const

/** Claims about what a picture shows; a mark or another law may forbid a thing and not its picture. */
const SHOWS: readonly ClaimKind[] = ['intimate', 'likeness', 'copyright']

/** A person decides about all that a claim names; of two at once the second is told so. */
export async function decideClaim(
  ctx: Ctx,
  id: string,
  { action, statement }: z.output<(typeof route)['body']>,
): Promise<ClaimView> {
  const actorId = requireStaff(ctx, 'decideClaim')
  return inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, id)
    const { state, told } = STEPS[action]
    const isOver = claim.state === 'taken_down' || claim.state === 'rejected'
    if (isOver || claim.state === state)
      throw new AppError('conflict', 'This claim was just decided. Look again.')
    const decided =
      action === 'hide'
        ? { hiddenBy: 'person' as const }
        : { decidedAt: tx.clock.now(), decidedBy: actorId }
    const after = await change(tx, claim, { state, statement, ...decided })
    await setItems(tx, after, { to: state, by: 'person', statement })
    if (action === 'take_down' && SHOWS.includes(claim.kind))
      await tx.queue.send(tx, takeCopies, { claimId: id })
    await notifyClaimant(tx, after, told)
    await writeAudit(tx, {
      actorId,
      action: `claim_${action}`,
      subjectType: 'claim',
      subjectId: id,
      note: `${claim.number}: ${statement}`,
    })
    return viewClaim(tx, after)
  })
}

async function change(
  tx: TxCtx,
  { id }: ClaimRow,
  set: Partial<typeof claims.$inferInsert>,
): Promise<ClaimRow> {
  const [row] = await tx.db.update(claims).set(set).where(eq(claims.id, id)).returning()
  if (!row) throw new Error('the claim is gone')
  return row
}

export const hideDueClaims = defineTask({
  name: 'claims.hide-due',
  retryLimit: 0,
  cron: '* * * * *',
  run: runHideDueClaims,
})

/** A claim without an action hides its things by itself, in one transaction for each claim. */
export async function runHideDueClaims(ctx: Ctx): Promise<void> {
  const due = ctx.db
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.state, 'open'), lte(claims.hideAt, ctx.clock.now())))
    .orderBy(asc(claims.hideAt))
    .limit(100)
  await sweepEach(ctx, due, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const claim = await lockClaim(tx, id)
      // Another process, or a person, may have acted while this one waited for the row.
      if (claim.state !== 'open') return
      const statement = `Nobody had looked at the claim within ${HIDE_HOURS} hours, so it is hidden until a person does.`
      const after = await change(tx, claim, { state: 'hidden', hiddenBy: 'clock', statement })
      await setItems(tx, after, { to: 'hidden', by: 'clock', statement })
      await notifyClaimant(tx, after, 'claim_acted')
      await writeAudit(tx, {
        actorId: null,
        action: HIDDEN_IN_TIME,
        subjectType: 'claim',
        subjectId: id,
        note: claim.number,
      })
    }),
  )
}
