import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import type {
  BankPayoutView,
  PayoutAccountView,
  PayoutGateway,
} from '../../providers/payouts/spec.ts'
import { type AccountRow, payoutAccounts, payouts } from '../../schema/payouts.ts'
import { notify } from '../notices/index.ts'
import { currentBook } from '../payments/index.ts'
import { findLastPayout } from './queries.ts'
import { HOUR_MS, readBank } from './rules.ts'
import { settlePayout } from './settle-payout.ts'

/** Takes over the vendor's word on an account; undefined for an account of another server. */
export async function refreshAccount(
  ctx: Ctx,
  accountId: string,
  /** The vendor's word, where it is known already. */
  known?: PayoutAccountView,
): Promise<AccountRow | undefined> {
  const { payoutGateway: gateway } = ctx
  const view = known ?? (await gateway.findAccount(accountId))
  if (!view) return undefined
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(payoutAccounts)
      .where(and(eq(payoutAccounts.gateway, gateway.id), eq(payoutAccounts.accountId, accountId)))
      .for('update')
    if (!row) return undefined
    const [changed] = await tx.db
      .update(payoutAccounts)
      .set(changesOf(row, view, { now: tx.clock.now(), refused: await hasRefused(tx, row) }))
      .where(eq(payoutAccounts.id, row.id))
      .returning()
    if (changed?.usableFrom && changed.usableFrom.getTime() !== row.usableFrom?.getTime()) {
      await notify(tx, {
        to: changed.principalId,
        kind: 'payout_account',
        // Each change gets a new id, since a notice about a subject is told only once.
        subjectId: newId(),
        facts: { bank: changed.bankLast4 ?? '····', from: changed.usableFrom.toISOString() },
      })
    }
    if (changed) await notifyOfMissing(tx, row, changed)
    return changed
  })
}

/** Told once each time that the vendor stops an account or asks for other things. */
async function notifyOfMissing(tx: TxCtx, before: AccountRow, now: AccountRow): Promise<void> {
  const missing = now.missing.join(', ')
  if (now.state !== 'restricted' || !missing) return
  if (before.state === 'restricted' && before.missing.join(', ') === missing) return
  await notify(tx, {
    to: now.principalId,
    kind: 'payout_account_missing',
    subjectId: newId(),
    facts: { missing, by: now.missingBy?.toISOString() ?? null, reason: now.reason },
  })
}

/** Whether the bank refused the last payout or sent it back, so that its owner has to name another. */
async function hasRefused(tx: TxCtx, { principalId }: AccountRow): Promise<boolean> {
  const last = await findLastPayout(tx, principalId)
  if (last?.state === 'returned') return last.reversalReason === null
  return last?.state === 'in_transit' && last.reason !== null
}

/**
 * A bank that is new or changed waits before money goes there, so that its owner can object. One that
 * takes the place of a working bank is noted for the rules of holds too.
 */
function changesOf(
  row: AccountRow,
  view: PayoutAccountView,
  { now, refused }: { now: Date; refused: boolean },
): Partial<AccountRow> {
  const { state, missing, missingBy, country, bankLast4, bankHash, reason } = view
  const isNew = bankHash !== row.bankHash || (state === 'ready' && row.usableFrom === null)
  const usable = isNew
    ? {
        changedAt: now,
        usableFrom: new Date(now.getTime() + PAYOUT.accountWaitHours * HOUR_MS),
      }
    : {}
  const isOther = row.bankHash && bankHash && bankHash !== row.bankHash
  const replaced = row.usableFrom && isOther && !refused
  return {
    state,
    missing,
    missingBy,
    country,
    bankLast4,
    bankHash,
    reason,
    lookedAt: now,
    ...usable,
    ...(replaced ? { bankChangedAt: now } : {}),
  }
}

/** Asks the vendor about one account, its transfers that are open here, and its bank. */
export async function checkAccount(ctx: Ctx, accountId: string): Promise<void> {
  const { payoutGateway: gateway } = ctx
  await refreshAccount(ctx, accountId)
  const isHere = and(
    eq(payouts.accountId, accountId),
    eq(payouts.gateway, gateway.id),
    eq(payouts.book, currentBook(ctx)),
  )
  const sent = await ctx.db
    .select()
    .from(payouts)
    .where(and(isHere, inArray(payouts.state, ['sending', 'in_transit', 'paid'])))
    .orderBy(asc(payouts.id))
  for (const { id } of sent) {
    const transfer = await gateway.findTransfer({ payoutId: id })
    if (transfer) await settlePayout(ctx, id, { transfer })
  }
  await checkBank(ctx, gateway, accountId)
}

async function checkBank(ctx: Ctx, gateway: PayoutGateway, accountId: string): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.accountId, accountId),
        eq(payouts.gateway, gateway.id),
        inArray(payouts.state, ['in_transit', 'paid']),
      ),
    )
    .orderBy(asc(payouts.id))
  const sent = rows.flatMap(({ id, amount, reversed, sentAt }) =>
    sentAt ? [{ id, amount: amount - reversed, sentAt }] : [],
  )
  const [first] = sent
  if (!first) return
  const bank: BankPayoutView[] = []
  const since = new Date(first.sentAt.getTime() - HOUR_MS)
  for await (const view of gateway.listBankPayouts(accountId, since)) bank.push(view)
  for (const [id, stand] of readBank(sent, bank)) await settlePayout(ctx, id, { bank: stand })
}
