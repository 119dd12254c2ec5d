import type { Ctx } from '../../ctx.ts'
import { findPrincipals, listOwners } from '../identity/index.ts'
import { findSold } from '../payments/index.ts'
import { listParts } from '../payouts/index.ts'
import { findPaperName } from './get-paper-name.ts'
import { isListedOn, listLines } from './list-lines.ts'
import { type PaidPart, renderStatement } from './render-statement.ts'
import { requireStatement } from './require-statement.ts'

/** The page for printing. */
export async function printStatement(ctx: Ctx, number: string): Promise<string> {
  const row = await requireStatement(ctx, number)
  const { principalId, book, currency } = row
  const owners = await listOwners(ctx, principalId)
  const lines = await listLines(ctx, owners, { book, currency }, isListedOn(row.id))
  const creator = (await findPrincipals(ctx, [principalId])).get(principalId)?.handle
  return renderStatement(row, {
    creator: creator ?? 'a creator',
    party: await findPaperName(ctx, principalId),
    lines,
    parts: row.payoutId ? await listPaidParts(ctx, row.payoutId) : [],
  })
}

async function listPaidParts(ctx: Ctx, payoutId: string): Promise<PaidPart[]> {
  const parts = (await listParts(ctx, payoutId)).filter(({ part }) => part === 'sale')
  const sold = await findSold(
    ctx,
    parts.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return parts.map(({ paymentId, amount }) => ({
    soldAt: sold.get(paymentId ?? '')?.capturedAt ?? null,
    recipe: sold.get(paymentId ?? '')?.name ?? 'A recipe',
    amount,
  }))
}
