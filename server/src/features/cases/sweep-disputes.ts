import { NOTE } from '@vignette/contract/dispute-words.ts'
import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach, sweepParts } from '../../platform/sweep.ts'
import { disputeEvidence, disputeNotes } from '../../schema/cases.ts'
import { paymentDisputes } from '../../schema/payments.ts'
import { listStaff } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { describeReason, lockPayment, shareOf } from '../payments/index.ts'
import { type Disputed, getDisputed, selectDisputed } from './dispute.ts'
import { evidenceTask } from './request-evidence.ts'
import { NOTE_WANTED_HOURS, UNANSWERED_HOURS } from './rules-evidence.ts'

const HOUR_MS = 3_600_000
/** A longer time than a queued task needs, so that the sweep finds lost requests alone. */
const FORGOTTEN_MS = 10 * 60_000
const AT_ONCE = 200

/** Asks for notes, warns the operators, repeats lost sendings, and erases what is old. */
export const sweepDisputesTask = defineTask({
  name: 'evidence.sweep',
  retryLimit: 0,
  cron: '*/10 * * * *',
  run: sweepDisputes,
})

export async function sweepDisputes(ctx: Ctx): Promise<void> {
  await sweepParts([
    async () => {
      const due = await findDue(ctx, NOTE_WANTED_HOURS)
      const bare = due.flatMap(({ note, dispute }) => (note ? [] : dispute))
      await sweepEach(ctx, bare, ({ id }) => askForNote(ctx, id))
    },
    async () => {
      const due = (await findDue(ctx, UNANSWERED_HOURS)).map(({ dispute }) => dispute)
      await sweepEach(ctx, due, ({ id }) => warnOperators(ctx, id))
    },
    () => requeueForgotten(ctx),
    () => erase(ctx),
  ])
}

/** Disputes without evidence whose time ends within these hours. */
function findDue(ctx: Ctx, hours: number): Promise<Disputed[]> {
  const now = ctx.clock.now()
  return selectDisputed(ctx)
    .where(
      and(
        eq(paymentDisputes.phase, 'needs_response'),
        gt(paymentDisputes.dueBy, now),
        lte(paymentDisputes.dueBy, new Date(now.getTime() + hours * HOUR_MS)),
        or(isNull(disputeEvidence.state), eq(disputeEvidence.state, 'refused')),
      ),
    )
    .orderBy(paymentDisputes.dueBy)
    .limit(AT_ONCE)
}

function factsOf({ payment, dispute }: Disputed) {
  const { workflowName: recipe, testMode: test } = payment
  return { recipe, cents: dispute.amount, test }
}

async function askForNote(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { payment: seen } = await getDisputed(tx, id)
    const payment = await lockPayment(tx, seen.id)
    const disputed = await getDisputed(tx, id)
    const { dispute, note } = disputed
    const { creatorId } = payment
    if (!creatorId || note || dispute.phase !== 'needs_response') return
    await notify(tx, {
      to: creatorId,
      kind: 'dispute_note_wanted',
      subjectId: derivedId('dispute note', id),
      facts: {
        ...factsOf(disputed),
        share: shareOf(payment, dispute.amount),
        reason: describeReason(dispute.reason),
        until: dispute.dueBy?.toISOString() ?? null,
      },
    })
  })
}

async function warnOperators(ctx: Ctx, id: string): Promise<void> {
  const admins = await listStaff(ctx, 'finance')
  await inTransaction(ctx, async (tx) => {
    const { payment } = await getDisputed(tx, id)
    await lockPayment(tx, payment.id)
    const disputed = await getDisputed(tx, id)
    const { dueBy, phase } = disputed.dispute
    if (!dueBy || phase !== 'needs_response') return
    for (const to of admins) {
      await notify(tx, {
        to,
        kind: 'dispute_unanswered',
        subjectId: derivedId('dispute unanswered', id, to),
        facts: { ...factsOf(disputed), until: dueBy.toISOString() },
      })
    }
  })
}

async function requeueForgotten(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_MS)
  const lost = ctx.db
    .select({ id: disputeEvidence.disputeId })
    .from(disputeEvidence)
    .where(
      and(
        eq(disputeEvidence.state, 'requested'),
        lt(disputeEvidence.requestedAt, before),
        not(ctx.queue.hasUnfinished(evidenceTask, sql`${disputeEvidence.disputeId}`)),
      ),
    )
    .limit(AT_ONCE)
  await sweepEach(ctx, lost, ({ id }) =>
    ctx.queue.send(ctx, evidenceTask, { disputeId: id }, { singletonKey: id }),
  )
}

async function erase(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - NOTE.keptDays * 24 * HOUR_MS)
  const old = ctx.db
    .select({ id: paymentDisputes.id })
    .from(paymentDisputes)
    .where(lt(paymentDisputes.closedAt, before))
  await ctx.db.delete(disputeNotes).where(inArray(disputeNotes.disputeId, old))
  await ctx.db
    .update(disputeEvidence)
    .set({ texts: null })
    .where(and(isNotNull(disputeEvidence.texts), inArray(disputeEvidence.disputeId, old)))
}
