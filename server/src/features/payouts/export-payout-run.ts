import { writeCents } from '@vignette/contract/currency.ts'
import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { payoutRuns, payouts } from '../../schema/payouts.ts'
import { findPrincipals, requireStaff } from '../identity/index.ts'

const HEAD = [
  'payout_id',
  'creator',
  'creator_id',
  'account',
  'amount',
  'currency',
  'state',
  'book',
]
/** Where payouts are made by hand, the operator's bank needs these too: as they were when the payout was sent. */
const BANK_HEAD = ['holder', 'kind', 'bank_account', 'bank_code']

/** The payouts of one run, for the operator's records. */
export async function exportPayoutRun(ctx: Ctx, runId: string): Promise<string> {
  requireStaff(ctx, 'exportPayoutRun')
  return formatRun(ctx, runId)
}

/** Only the holder's name needs quotes: each other cell is an id, a number or a fixed word. */
export async function formatRun(ctx: Ctx, runId: string): Promise<string> {
  const [run] = await ctx.db.select().from(payoutRuns).where(eq(payoutRuns.id, runId))
  if (!run) throw new AppError('not_found', 'There is no such run.')
  const rows = await ctx.db
    .select()
    .from(payouts)
    .where(eq(payouts.runId, runId))
    .orderBy(asc(payouts.id))
  const people = await findPrincipals(
    ctx,
    rows.map(({ principalId }) => principalId),
  )
  const { payoutGateway: gateway } = ctx
  const findBank = async (row: (typeof rows)[number]) => {
    if (gateway.id !== 'manual' || row.gateway !== 'manual') return []
    const bank = await gateway.findBankDetails?.(row.id)
    return bank ? [`"${bank.name}"`, bank.kind, bank.account, bank.bank ?? ''] : ['', '', '', '']
  }
  const banks = await Promise.all(rows.map(findBank))
  const head = banks.some(({ length }) => length > 0) ? [...HEAD, ...BANK_HEAD] : HEAD
  const cells = rows.map((row, index) => [
    row.id,
    people.get(row.principalId)?.handle ?? '',
    row.principalId,
    row.accountId,
    writeCents(row.amount),
    row.currency,
    row.state,
    row.book,
    ...(banks[index] ?? []),
  ])
  return `${[head, ...cells].map((row) => row.join(',')).join('\r\n')}\r\n`
}
