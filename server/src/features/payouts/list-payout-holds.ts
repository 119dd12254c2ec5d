import type { listPayoutHolds as route } from '@vignette/contract/operator-payouts.ts'
import { and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { isInForce } from './queries.ts'
import { payoutHolds } from './tables.ts'

export async function listPayoutHolds(
  ctx: Ctx,
  input: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireAdmin(ctx)
  const columns = [payoutHolds.since, payoutHolds.id]
  const list = { name: ['payout holds', currentBook(ctx)], columns, descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: payoutHolds, key: at.key })
      .from(payoutHolds)
      .where(and(isInForce(ctx), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const people = await findPrincipals(
    ctx,
    rows.map(({ row }) => row.principalId),
  )
  return {
    holds: rows.map(({ row }) => ({
      id: row.id,
      principal_id: row.principalId,
      handle: people.get(row.principalId)?.handle ?? '',
      amount: row.amount,
      reason: row.reason,
      set_by: row.setBy,
      since: row.since.toISOString(),
      until: row.until?.toISOString() ?? null,
    })),
    next_cursor,
  }
}
