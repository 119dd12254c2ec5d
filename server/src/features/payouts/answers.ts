import { asc, eq, sql } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import {
  invoices,
  paperNames,
  payoutAccounts,
  payoutAdjustments,
  payoutHolds,
  payoutSettings,
  payouts,
  statements,
} from '../../schema/payouts.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { paymentPorts } from '../payments/index.ts'
import { describeLeft } from './leaving.ts'
import { findPaperName } from './paper-name.ts'
import { listPartsOfSales, sumPartsBesides } from './parts.ts'
import { viewStatement } from './statement.ts'

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

/** Only accounts have statements, and a deleted account's stay for the legal period. */
export const statementAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, statements, { owner: statements.principalId, left: undefined }),
  ),
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, paperNames, { owner: paperNames.principalId, left: isDeleted }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(statements)
      .where(eq(statements.principalId, principalId))
      .orderBy(asc(statements.id))
    const party = await findPaperName(tx, principalId)
    const bought = await tx.db
      .select()
      .from(invoices)
      .where(
        sql`${invoices.paymentId} in (select id from payments where buyer_id = ${principalId})`,
      )
      .orderBy(asc(invoices.id))
    const files = [
      ['statements.json', rows.map((row) => ({ book: row.book, ...viewStatement(row) }))],
      ['invoices.json', bought],
    ] as const
    return [
      ...(party
        ? [{ name: 'paper-name.json', content: `${JSON.stringify(party, null, 2)}\n` }]
        : []),
      ...files.flatMap(([name, list]) =>
        list.length === 0 ? [] : [{ name, content: `${JSON.stringify(list, null, 2)}\n` }],
      ),
      ...rows.map(({ number, csv }) => ({ name: `statements/${number}.csv`, content: csv })),
    ]
  }),
]
