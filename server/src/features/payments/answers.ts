import { and, asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { payments } from '../../schema/payments.ts'
import { findOrphansIn, identityPorts, isGone } from '../identity/index.ts'
import { workflowPorts } from '../workflows/index.ts'
import { isReleasable } from './capture/request-release.ts'
import { findPurchase } from './checkout/authorisation.ts'
import { endedAt, referenceOf } from './rules.ts'
import { exportSales } from './sales/export-sales.ts'

/** Payments' answers to the ports of lower features. */
export const paymentAnswers: Handling[] = [
  workflowPorts.purchasedVersion.answer((ctx, { workflowId }) => findPurchase(ctx, workflowId)),
  // Only the buyer's payments move; earnings stay with the old owner and are summed.
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, payments, { owner: payments.buyerId, left: and(isGone, isReleasable) }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(payments)
      .where(eq(payments.buyerId, principalId))
      .orderBy(asc(payments.createdAt))
    const bought = rows.map((row) => ({
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
      created_at: row.createdAt,
      authorized_at: row.authorizedAt,
      captured_at: row.capturedAt,
      ended_at: endedAt(row),
      reference: referenceOf(row),
    }))
    return [
      { name: 'payments.json', content: `${JSON.stringify(bought, null, 2)}\n` },
      { name: 'sales.csv', content: await exportSales(tx, {}, principalId) },
    ]
  }),
]
