import type { Handling } from '../../platform/wiring.ts'
import { owned } from '../../schema/owned.ts'
import { payments } from '../../schema/payments.ts'
import { identityEvents } from '../identity/index.ts'
import { workflowEvents } from '../workflows/index.ts'
import { isReleasable, releaseAllUnused } from './capture/request-release.ts'
import { endOpenCheckouts } from './checkout/end-checkout.ts'
import { endedAt, referenceOf } from './rules.ts'

owned(payments, {
  owner: 'buyerId',
  locks: 'payments',
  claim: 'move',
  deleted: {
    set: () => ({ userInputs: null, madeFrom: null, drawing: null, withdrawnName: null }),
  },
  stray: { rows: isReleasable, banned: true },
  export: {
    file: 'payments.json',
    order: payments.createdAt,
    view: (row) => ({
      id: row.id,
      state: row.state,
      amount: row.amount,
      tax: row.tax,
      currency: row.currency,
      test_mode: row.testMode,
      refunded: row.refunded,
      disputed: row.disputed,
      workflow_id: row.workflowId,
      workflow_version: row.workflowVersion,
      workflow_name: row.workflowName,
      license: row.license,
      by_a_link: row.referrerId !== null,
      user_inputs: row.userInputs,
      made_from: row.madeFrom,
      creation_id: row.creationId,
      terms_version: row.termsVersion,
      ...(row.waiver && { waiver: row.waiver, waiver_confirmed_at: row.confirmedAt }),
      ...(row.withdrawnAt && { withdrawn_at: row.withdrawnAt, withdrawn_name: row.withdrawnName }),
      created_at: row.createdAt,
      authorized_at: row.authorizedAt,
      captured_at: row.capturedAt,
      ended_at: endedAt(row),
      reference: referenceOf(row),
    }),
  },
})

/** Payments' listeners to the events of lower features. */
export const paymentListeners: Handling[] = [
  identityEvents.accountDeleted.hear((tx, { principalId }) =>
    releaseAllUnused(tx, principalId, 'deletion'),
  ),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    if (banned) await releaseAllUnused(tx, principalId, 'ban')
  }),
  workflowEvents.closed.hear((tx, { workflowIds }) => endOpenCheckouts(tx, workflowIds)),
]
