import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { paymentPorts } from '../payments/index.ts'
import { describeLeft } from './leaving.ts'
import { listPartsOfSales, sumPartsBesides } from './parts.ts'
import {
  payoutAccounts,
  payoutAdjustments,
  payoutHolds,
  payoutSettings,
  payouts,
} from './tables.ts'

export const payoutAnswers: Handling[] = [
  paymentPorts.paidSales.answer((ctx, { paymentIds }) => listPartsOfSales(ctx, paymentIds)),
  paymentPorts.paidBesides.answer((ctx, { ownerIds }) => sumPartsBesides(ctx, ownerIds)),
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, payoutHolds, { owner: payoutHolds.principalId, left: undefined }),
  ),
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, payoutAccounts, {
      owner: payoutAccounts.principalId,
      left: undefined,
    }),
  ),
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, payoutAdjustments, {
      owner: payoutAdjustments.principalId,
      left: undefined,
    }),
  ),
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, payoutSettings, { owner: payoutSettings.principalId, left: isDeleted }),
  ),
  identityPorts.leftBehind.answer(describeLeft),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(payouts)
      .where(eq(payouts.principalId, principalId))
      .orderBy(payouts.id)
    const paid = rows.map((row) => ({
      id: row.id,
      state: row.state,
      amount: row.amount,
      currency: row.currency,
      book: row.book,
      reason: row.reason,
      reference: row.reference,
      created_at: row.createdAt,
      sent_at: row.sentAt,
      ended_at: row.endedAt,
    }))
    const adjusted = await tx.db
      .select()
      .from(payoutAdjustments)
      .where(eq(payoutAdjustments.principalId, principalId))
      .orderBy(payoutAdjustments.id)
    const adjustments = adjusted.map(({ id, amount, currency, book, reason, createdAt }) => ({
      id,
      amount,
      currency,
      book,
      reason,
      created_at: createdAt,
    }))
    return [
      { name: 'payouts.json', content: `${JSON.stringify(paid, null, 2)}\n` },
      { name: 'adjustments.json', content: `${JSON.stringify(adjustments, null, 2)}\n` },
    ]
  }),
]
