import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring/wiring.ts'
import { listCreationsWithFile } from '../creations/index.ts'
import { identityPorts, listOwners } from '../identity/index.ts'
import { mediaPorts } from '../media/index.ts'
import { noticePorts } from '../notices/index.ts'
import { payments } from '../payments/index.ts'
import { cases } from './tables.ts'
import { takeWaiting } from './take-waiting.ts'

export const caseAnswers: Handling[] = [
  noticePorts.waiting.answer(takeWaiting),
  // While a case is undecided, its creator and the operator see what its buyer shares.
  mediaPorts.isShared.answer(async (ctx, { mediaId, viewer }) => {
    const made = await listCreationsWithFile(ctx, mediaId)
    if (made.length === 0) return false
    const shared = await ctx.db
      .select({ creatorId: cases.creatorId })
      .from(cases)
      .innerJoin(payments, eq(payments.id, cases.paymentId))
      .where(
        and(
          inArray(payments.creationId, made),
          eq(cases.shared, true),
          inArray(cases.state, ['open', 'answered']),
        ),
      )
    if (shared.length === 0) return false
    if (viewer.admin) return true
    const owners = await listOwners(ctx, viewer.id)
    return shared.some(({ creatorId }) => creatorId && owners.includes(creatorId))
  }),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select({ row: cases })
      .from(cases)
      .innerJoin(payments, eq(payments.id, cases.paymentId))
      .where(eq(payments.buyerId, principalId))
      .orderBy(asc(cases.id))
    const said = rows.map(({ row }) => ({
      id: row.id,
      payment_id: row.paymentId,
      state: row.state,
      reason: row.reason,
      text: row.text,
      shared: row.shared,
      granted: row.granted,
      decision: row.decision,
      created_at: row.createdAt,
      decided_at: row.decidedAt,
    }))
    return [{ name: 'cases.json', content: `${JSON.stringify(said, null, 2)}\n` }]
  }),
]
