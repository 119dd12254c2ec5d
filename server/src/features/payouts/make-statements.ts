import { currencyHere } from '@vignette/contract/currency.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type StatementRow, statements } from '../../schema/payouts.ts'
import { listAccountsOf, listOwners, lockActing } from '../identity/index.ts'
import { listMovedPrincipals, type Money } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'
import { isUnlisted, listLines } from './list-lines.ts'
import { findBankLast4, findPayout, listPaidSince } from './queries.ts'
import { endOf, monthAfter, monthBefore, monthOf } from './rules-statements.ts'
import { sealStatement } from './seal-statement.ts'

export const payoutStatementTask = defineTask({
  name: 'statements.payout',
  data: z.object({ payoutId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { payoutId }) => makePayoutStatement(ctx, payoutId),
})

/** A task that was lost for this long is made up for. */
const LOOK_BACK_HOURS = 40 * 24

/** Every night at three, UTC: on the first of a month, the statements of the month before. */
export const makeStatementsTask = defineTask({
  name: 'statements.make',
  retryLimit: 5,
  cron: '0 3 * * *',
  run: (ctx: Ctx) => makeStatements(ctx),
})

/** Makes what is missing, however often it is called. */
export async function makeStatements(ctx: Ctx): Promise<void> {
  for (const payoutId of await listUntold(ctx)) {
    await ctx.queue.send(ctx, payoutStatementTask, { payoutId })
  }
  await makeMonthStatements(ctx, monthBefore(monthOf(ctx.clock.now())))
}

async function listUntold(ctx: Ctx): Promise<string[]> {
  const paid = await listPaidSince(ctx, hoursAgo(ctx, LOOK_BACK_HOURS))
  const ids = paid.map(({ id }) => id)
  const made = await ctx.db
    .select({ payoutId: statements.payoutId })
    .from(statements)
    .where(inArray(statements.payoutId, ids))
  const told = new Set(made.map(({ payoutId }) => payoutId))
  return ids.filter((id) => !told.has(id))
}

/** Makes each creator's missing statements up to a month that has ended, in order. */
export async function makeMonthStatements(ctx: Ctx, month: string): Promise<StatementRow[]> {
  const money = { book: currentBook(ctx), currency: currencyHere() }
  const moved = await listMovedPrincipals(ctx, money, isUnlisted('month', endOf(month)))
  const made: StatementRow[] = []
  const creators = (await listAccountsOf(ctx, moved)).map((id) => ({ id }))
  await sweepEach(ctx, creators, async ({ id }) => {
    for (const missing of await listMissingMonths(ctx, id, money, month)) {
      const statement = await makeMonthStatement(ctx, id, money, missing)
      if (statement) made.push(statement)
    }
  })
  return made
}

async function makeMonthStatement(
  ctx: Ctx,
  principalId: string,
  money: Money,
  month: string,
): Promise<StatementRow | undefined> {
  return inTransaction(ctx, async (tx) => {
    await lockActing(tx, principalId, 'no key update')
    const last = await findLastMonth(tx, principalId, money)
    if (last !== undefined && last >= month) return undefined
    return sealStatement(tx, {
      ...money,
      principalId,
      kind: 'month',
      month,
      payout: null,
      until: endOf(month),
    })
  })
}

/** A line that was posted late stands on the statement of the next month that has none. */
async function listMissingMonths(
  ctx: Ctx,
  principalId: string,
  money: Money,
  month: string,
): Promise<string[]> {
  const owners = await listOwners(ctx, principalId)
  const lines = await listLines(ctx, owners, money, isUnlisted('month', endOf(month)))
  const last = await findLastMonth(ctx, principalId, money)
  const days = lines.map(({ postedAt }) => monthOf(postedAt)).toSorted()
  const [first] = days
  if (!first) return []
  const months: string[] = []
  const next = last === undefined || first > last ? first : monthAfter(last)
  for (let at = next; at <= month; at = monthAfter(at)) months.push(at)
  return months
}

async function findLastMonth(
  ctx: Pick<Ctx | TxCtx, 'db'>,
  principalId: string,
  { book, currency }: Money,
): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ month: statements.month })
    .from(statements)
    .where(
      and(
        eq(statements.principalId, principalId),
        eq(statements.kind, 'month'),
        eq(statements.book, book),
        eq(statements.currency, currency),
      ),
    )
    .orderBy(desc(statements.month))
    .limit(1)
  return row?.month
}

/**
 * The statement of a payout that arrived: what moved since the payout before, up to the moment when
 * this payout left the balance. Made once: a later word of the bank does not change the statement.
 */
export async function makePayoutStatement(
  ctx: Ctx,
  payoutId: string,
): Promise<StatementRow | undefined> {
  return inTransaction(ctx, async (tx) => {
    const payout = await findPayout(tx, payoutId)
    if (!payout) return undefined
    const { principalId, book, currency, amount, reversed, reference } = payout
    await lockActing(tx, principalId, 'no key update')
    const [made] = await tx.db.select().from(statements).where(eq(statements.payoutId, payoutId))
    if (made) return made
    if (payout.state !== 'paid' || !payout.endedAt) return undefined
    return sealStatement(tx, {
      principalId,
      book,
      currency,
      kind: 'payout',
      month: monthOf(payout.endedAt),
      payout: {
        id: payoutId,
        amount: amount - reversed,
        makeup: payout.makeup,
        returned: reversed,
        bankLast4: await findBankLast4(tx, payout),
        reference,
        sentAt: payout.sentAt?.toISOString() ?? null,
        arrivedAt: payout.endedAt.toISOString(),
      },
      until: new Date(payout.createdAt.getTime() + 1),
    })
  })
}
