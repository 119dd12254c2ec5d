import { COUNTER_NOTICE, OBJECTION_LIMITS } from '@vignette/contract/claim-words.ts'
import type { ClaimView, decideObjection as route } from '@vignette/contract/claims.ts'
import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { type ClaimObjectionRow, type ClaimRow, claimObjections } from '../../schema/claims.ts'
import { listOwners, requireStaff } from '../identity/index.ts'
import { RESTORED_IN_TIME, writeAudit } from '../moderation/index.ts'
import { notify } from '../notices/index.ts'
import { lockClaim, notifyClaimant, titleOf } from './claim.ts'
import { itemsOf, setItems } from './item.ts'
import { viewClaim } from './list-claims.ts'

export interface ObjectionForm {
  text: string
  /** Of a counter-notice: name, address and telephone number, which the claimant is told. */
  contact: string
  signature: string
  sworn: boolean
}
export type ObjectionFaults = Partial<Record<keyof ObjectionForm, string>>

/** What 512(g) asks of a counter-notice; any other objection is a text. */
export function findObjectionFaults(
  { kind }: Pick<ClaimRow, 'kind'>,
  form: ObjectionForm,
): ObjectionFaults {
  const faults: ObjectionFaults = {}
  for (const [name, most] of Object.entries(OBJECTION_LIMITS) as [
    keyof typeof OBJECTION_LIMITS,
    number,
  ][]) {
    if (name !== 'text' && kind !== 'copyright') continue
    if (!form[name]) faults[name] = 'Please fill this in.'
    if (form[name].length > most) faults[name] = `Please write at most ${most} characters.`
  }
  if (kind === 'copyright' && !form.sworn) faults.sworn = 'Please confirm each sentence.'
  return faults
}

/** The owners whose things this person has in a claim, as the person's account or visitors. */
export async function ownersIn(tx: TxCtx, claimId: string, personId: string): Promise<string[]> {
  const owners = await listOwners(tx, personId)
  const items = await itemsOf(tx, claimId)
  return [...new Set(items.map(({ ownerId }) => ownerId))].filter((id) => owners.includes(id))
}

/** One objection for each owner and claim, while a thing of this owner is down. */
export async function objectToClaim(
  ctx: Ctx,
  { claimId, personId }: { claimId: string; personId: string },
  form: ObjectionForm,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, claimId)
    const owners = await ownersIn(tx, claimId, personId)
    const down = (await itemsOf(tx, claimId)).find(
      ({ ownerId, state }) => owners.includes(ownerId) && ['hidden', 'taken_down'].includes(state),
    )
    if (!down) throw new AppError('conflict', 'Nothing of yours is hidden by this claim now.')
    const now = tx.clock.now()
    const isCounter = claim.kind === 'copyright'
    const before = await tx.db
      .select()
      .from(claimObjections)
      .where(and(eq(claimObjections.claimId, claimId), inArray(claimObjections.ownerId, owners)))
    if (before.length > 0) throw new AppError('conflict', 'You have objected to this already.')
    const sworn = isCounter ? `\n\n${COUNTER_NOTICE.join('\n')}` : ''
    const [made] = await tx.db
      .insert(claimObjections)
      .values({
        id: newId(),
        claimId,
        ownerId: down.ownerId,
        text: isCounter
          ? `${form.text}\n\n${form.contact}\n\nSigned: ${form.signature}${sworn}`
          : form.text,
        createdAt: now,
        restoreAt: isCounter ? addWorkingDays(now, RESTORE_DAYS) : null,
      })
      .returning()
    if (!made) throw new Error('the objection was not written')
    if (isCounter) await notifyClaimant(tx, claim, 'claim_countered', made)
  })
}

/** Within 10 to 14 working days, says 17 U.S.C. 512(g)(2)(C). */
const RESTORE_DAYS = 10

/** The same time of day so many days on, Saturdays and Sundays left out. */
export function addWorkingDays(from: Date, days: number): Date {
  const at = new Date(from)
  for (let left = days; left > 0; ) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (at.getUTCDay() % 6 !== 0) left -= 1
  }
  return at
}

/** The claimant says that a court is asked, so that nothing is shown again by itself. */
export async function goOnWithClaim(ctx: Ctx, claimId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const claim = await lockClaim(tx, claimId)
    const changed = await tx.db
      .update(claimObjections)
      .set({ goesOnAt: tx.clock.now() })
      .where(
        and(
          eq(claimObjections.claimId, claimId),
          isNull(claimObjections.outcome),
          isNull(claimObjections.goesOnAt),
        ),
      )
      .returning({ id: claimObjections.id })
    if (claim.kind !== 'copyright' || changed.length === 0)
      throw new AppError('conflict', 'No counter-notice waits for you now.')
  })
}

/** An objection is decided by another moderator than the claim, where there is another. */
export async function decideObjection(
  ctx: Ctx,
  id: string,
  { upheld, statement }: z.output<(typeof route)['body']>,
): Promise<ClaimView> {
  const actorId = requireStaff(ctx, 'decideObjection')
  return inTransaction(ctx, async (tx) => {
    const [found] = await tx.db.select().from(claimObjections).where(eq(claimObjections.id, id))
    if (!found) throw new AppError('not_found', 'There is no such objection.')
    const claim = await lockClaim(tx, found.claimId)
    const view = await viewClaim(tx, claim)
    const seen = view.objections.find((one) => one.id === id)
    if (!seen || seen.outcome)
      throw new AppError('conflict', 'This objection was just decided. Look again.')
    if (!seen.yours)
      throw new AppError('forbidden', 'You decided the claim, so somebody else decides this.')
    await end(tx, claim, found, { upheld, statement, actorId })
    await writeAudit(tx, {
      actorId,
      action: upheld ? 'claim_restore' : 'claim_keep',
      subjectType: 'claim',
      subjectId: claim.id,
      note: `${claim.number}: ${statement}`,
    })
    return viewClaim(tx, claim)
  })
}

async function end(
  tx: TxCtx,
  claim: ClaimRow,
  { id, ownerId }: ClaimObjectionRow,
  { upheld, statement, actorId }: { upheld: boolean; statement: string; actorId: string | null },
): Promise<void> {
  await tx.db
    .update(claimObjections)
    .set({
      outcome: upheld ? 'upheld' : 'refused',
      statement,
      decidedAt: tx.clock.now(),
      decidedBy: actorId,
    })
    .where(eq(claimObjections.id, id))
  const owners = [ownerId]
  if (upheld) await setItems(tx, claim, { to: 'restored', by: 'person', statement, owners })
  else await notifyRefused(tx, claim, { id, ownerId, statement })
  if (upheld) await notifyClaimant(tx, { ...claim, statement }, 'claim_restored')
}

async function notifyRefused(
  tx: TxCtx,
  { id: claimId, number, kind }: ClaimRow,
  objection: { id: string; ownerId: string; statement: string },
): Promise<void> {
  const { id: subjectId, ownerId: to, statement } = objection
  const facts = {
    claimId,
    number,
    what: titleOf(kind),
    title: '',
    statement,
    automated: false,
    holds: false,
  }
  await notify(tx, { to, kind: 'claim_objection_refused', subjectId, facts })
}

export const restoreCountered = defineTask({
  name: 'claims.restore-countered',
  retryLimit: 0,
  cron: '*/5 * * * *',
  run: runRestoreCountered,
})

/** A counter-notice whose days are over shows all again by itself, unless the claimant asked a court. */
export async function runRestoreCountered(ctx: Ctx): Promise<void> {
  const due = ctx.db
    .select()
    .from(claimObjections)
    .where(
      and(
        lte(claimObjections.restoreAt, ctx.clock.now()),
        isNull(claimObjections.outcome),
        isNull(claimObjections.goesOnAt),
      ),
    )
    .orderBy(asc(claimObjections.restoreAt))
    .limit(100)
  await sweepEach(ctx, due, ({ id, claimId }) =>
    inTransaction(ctx, async (tx) => {
      const claim = await lockClaim(tx, claimId)
      const [now] = await tx.db.select().from(claimObjections).where(eq(claimObjections.id, id))
      if (!now || now.outcome || now.goesOnAt) return
      const statement = 'The days for going to court after the counter-notice are over.'
      await end(tx, claim, now, { upheld: true, statement, actorId: null })
      await writeAudit(tx, {
        actorId: null,
        action: RESTORED_IN_TIME,
        subjectType: 'claim',
        subjectId: claimId,
        note: claim.number,
      })
    }),
  )
}
