import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { creations } from '../../schema/creations.ts'
import type { JobRow } from '../../schema/generation.ts'
import { payouts } from '../../schema/payouts.ts'
import { caseEvents, viewCase } from '../cases/index.ts'
import { viewCreation } from '../creations/index.ts'
import { generationEvents, viewJob } from '../generation/index.ts'
import { findSale, moneyEvents } from '../payments/index.ts'
import { payoutEvents, viewPayout } from '../payouts/index.ts'
import { getPurchase } from '../purchases/index.ts'
import { getWorkflow, workflowEvents } from '../workflows/index.ts'
import { recordEvent } from './record-event.ts'

/** Which news go to whose endpoints, each as the API answers it to that account. */
export const webhookListeners: Handling[] = [
  generationEvents.ended.hear(async (tx, { job, held }) => {
    if (job.status !== 'COMPLETED') {
      const view = (as: Parameters<typeof viewJob>[0]) => viewJob(as, job)
      return recordEvent(tx, { of: job.ownerId, type: 'creation.failed', view })
    }
    await recordCreation(tx, job, 'creation.completed')
    if (held) await recordCreation(tx, job, 'creation.held')
  }),
  moneyEvents.moved.hear(async (tx, { payment, to }) => {
    const { id, buyerId, creatorId } = payment
    const type = `payment.${to}` as const
    await recordEvent(tx, { of: buyerId, type, view: (as) => getPurchase(as, id) })
    if (to !== 'captured' && to !== 'refunded') return
    await recordEvent(tx, { of: creatorId, type, view: (as) => findSale(as, id) })
  }),
  payoutEvents.paid.hear(async (tx, { payoutId }) => {
    const [payout] = await tx.db.select().from(payouts).where(eq(payouts.id, payoutId))
    if (!payout) return
    const view = async () => viewPayout(payout)
    await recordEvent(tx, { of: payout.principalId, type: 'payout.paid', view })
  }),
  payoutEvents.failed.hear(async (tx, { payout }) => {
    const view = async () => viewPayout(payout)
    await recordEvent(tx, { of: payout.principalId, type: 'payout.failed', view })
  }),
  payoutEvents.held.hear(async (tx, { hold }) => {
    const { id, amount, reason, since, until } = hold
    const view = async () => ({
      id,
      amount,
      reason,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
    })
    await recordEvent(tx, { of: hold.principalId, type: 'payout.held', view })
  }),
  caseEvents.opened.hear(async (tx, found) => recordCase(tx, found, 'case.opened')),
  caseEvents.closed.hear(async (tx, found) => recordCase(tx, found, 'case.closed')),
  workflowEvents.changed.hear(async (tx, { workflowId, ownerId, to }) => {
    const view = (as: Parameters<typeof getWorkflow>[0]) => getWorkflow(as, workflowId)
    await recordEvent(tx, { of: ownerId, type: `workflow.${to}`, view })
  }),
]

/** With the id of the run, which is all that its caller may know of it. */
async function recordCreation(
  tx: TxCtx,
  job: JobRow,
  type: 'creation.completed' | 'creation.held',
): Promise<void> {
  await recordEvent(tx, {
    of: job.ownerId,
    type,
    view: async (as) => {
      const [row] = await as.db
        .select()
        .from(creations)
        .where(eq(creations.id, job.creationId ?? job.id))
      return row && { ...(await viewCreation(as, row)), job_id: job.id }
    },
  })
}

type FoundCase = Parameters<typeof viewCase>[1]

/** Both sides, each with what it may see. */
async function recordCase(
  tx: TxCtx,
  found: FoundCase,
  type: 'case.opened' | 'case.closed',
): Promise<void> {
  const { payment, row } = found
  await recordEvent(tx, {
    of: payment.buyerId,
    type,
    view: (as) => viewCase(as, found, 'buyer'),
  })
  await recordEvent(tx, {
    of: row.creatorId,
    type,
    view: (as) => viewCase(as, found, 'creator'),
  })
}
