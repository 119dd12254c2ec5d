import { and, asc, eq } from 'drizzle-orm'
import type { Hooks } from '../../hooks.ts'
import { findStrandedIn, isGone } from '../identity/index.ts'
import { detachJob } from './detach-job.ts'
import { findPurchase } from './find-authorized.ts'
import { recordCancelledRun } from './guard-cancelled-runs.ts'
import { isOpen, letGoAll } from './let-go.ts'
import { postJobCost } from './post-job-cost.ts'
import { requestCapture } from './request-capture.ts'
import { payments } from './tables.ts'

export function listenAsPayments(hooks: Hooks): void {
  hooks.purchaseSought.push((ctx, { workflowId }) => findPurchase(ctx, workflowId))
  hooks.creationDelivered.push(async (tx, { paymentId, ...delivery }) => {
    await postJobCost(tx, { paymentId, ...delivery })
    if (paymentId) await requestCapture(tx, { paymentId, ...delivery })
  })
  hooks.generationEnded.push(async (tx, { paymentId, ...ended }) => {
    await postJobCost(tx, { paymentId, ...ended })
    if (paymentId && ended.abandoned) await recordCancelledRun(tx, paymentId, ended.jobId)
    if (paymentId) await detachJob(tx, { paymentId, ...ended })
  })
  // The buyer's side moves; what creators earned stays where it was posted and is summed.
  hooks.strandedSought.push((ctx) =>
    findStrandedIn(ctx, payments, { owner: payments.buyerId, left: and(isGone, isOpen) }),
  )
  hooks.visitorClaimed.push(async (tx, { from, to }) => {
    await tx.db.update(payments).set({ buyerId: to }).where(eq(payments.buyerId, from))
  })
  hooks.dataExported.push(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(payments)
      .where(eq(payments.buyerId, principalId))
      .orderBy(asc(payments.createdAt))
    const bought = rows.map((row) => ({
      id: row.id,
      state: row.state,
      amount: row.amount,
      currency: row.currency,
      test_mode: row.testMode,
      refunded: row.refunded,
      disputed: row.disputed,
      workflow_id: row.workflowId,
      workflow_version: row.workflowVersion,
      workflow_name: row.workflowName,
      license: row.license,
      user_inputs: row.userInputs,
      creation_id: row.creationId,
      terms_version: row.termsVersion,
      created_at: row.createdAt,
      authorized_at: row.authorizedAt,
      captured_at: row.capturedAt,
    }))
    return [{ name: 'payments.json', content: `${JSON.stringify(bought, null, 2)}\n` }]
  })
  hooks.accountDeleted.push(async (tx, { principalId }) => {
    await tx.db.update(payments).set({ userInputs: null }).where(eq(payments.buyerId, principalId))
    await letGoAll(tx, principalId, 'deletion')
  })
  hooks.principalBanned.push(async (tx, { principalId, banned }) => {
    if (banned) await letGoAll(tx, principalId, 'ban')
  })
}
