import { randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import { type Desk, refusal } from '../../payments/sandbox/checkout.ts'
import type { BankPayoutView, PayoutAccountView, TransferView } from '../spec.ts'
import {
  type SandboxAccount,
  type SandboxBankPayout,
  type SandboxTransfer,
  sandboxAccounts,
  sandboxBankPayouts,
  sandboxPayoutEvents,
  sandboxTransfers,
} from './tables.ts'

export function newSandboxId(prefix: 'acct' | 'tr' | 'trr' | 'po'): string {
  return `${prefix}_sandbox_${randomBytes(12).toString('hex')}`
}

/** Changes one account, its transfers and payouts under the lock of the account's row. */
export async function changeAccount<T>(
  desk: Desk,
  id: string,
  work: (db: Db, account: SandboxAccount) => Promise<T>,
): Promise<T> {
  return desk.db.transaction(async (db) => {
    const [row] = await db
      .select()
      .from(sandboxAccounts)
      .where(eq(sandboxAccounts.id, id))
      .for('update')
    if (!row) throw refusal('resource_missing', 'The payout vendor knows no such account.')
    return work(db, row)
  })
}

export async function moveAccount(
  desk: Desk,
  db: Db,
  account: SandboxAccount,
  set: Partial<SandboxAccount>,
): Promise<SandboxAccount> {
  await db.update(sandboxAccounts).set(set).where(eq(sandboxAccounts.id, account.id))
  await announce(desk, db, set.state === 'closed' ? 'account.closed' : 'account.updated', {
    accountId: account.id,
  })
  return { ...account, ...set }
}

export async function announce(
  desk: Desk,
  db: Db,
  name: string,
  about: { accountId: string; transferId?: string },
): Promise<void> {
  await db
    .insert(sandboxPayoutEvents)
    .values({ id: newId(), name, ...about, occurredAt: desk.clock.now() })
}

/** The balance of a creator's account by currency, which reversals may make negative. */
export async function balancesOf(db: Db, accountId: string): Promise<Map<string, number>> {
  const received = await db
    .select({
      currency: sandboxTransfers.currency,
      sum: sql<string>`sum(${sandboxTransfers.amount} - ${sandboxTransfers.reversed})`,
    })
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.accountId, accountId))
    .groupBy(sandboxTransfers.currency)
  const sent = await db
    .select({
      currency: sandboxBankPayouts.currency,
      sum: sql<string>`sum(${sandboxBankPayouts.amount})`,
    })
    .from(sandboxBankPayouts)
    .where(
      and(
        eq(sandboxBankPayouts.accountId, accountId),
        ne(sandboxBankPayouts.state, 'failed'),
        ne(sandboxBankPayouts.state, 'returned'),
      ),
    )
    .groupBy(sandboxBankPayouts.currency)
  const balances = new Map(received.map(({ currency, sum }) => [currency, Number(sum)]))
  for (const { currency, sum } of sent) {
    balances.set(currency, (balances.get(currency) ?? 0) - Number(sum))
  }
  return balances
}

export function viewAccount(account: SandboxAccount): PayoutAccountView {
  const { id, state, missing, missingBy, country, name, bank, bankLast4, reason } = account
  const bankHash = bankLast4 ? hashSecret(JSON.stringify([name, bank, bankLast4])) : null
  return { accountId: id, state, missing, missingBy, country, bankLast4, bankHash, reason }
}

export function viewTransfer(transfer: SandboxTransfer): TransferView {
  const { id, payoutId, accountId, amount, reversed, currency, createdAt } = transfer
  const state = reversed === 0 ? 'made' : reversed < amount ? 'partly_reversed' : 'reversed'
  return { transferId: id, payoutId, accountId, amount, reversed, currency, state, createdAt }
}

export function viewBankPayout(payout: SandboxBankPayout): BankPayoutView {
  const { id, accountId, amount, currency, state, failure, dueAt, createdAt } = payout
  return { id, accountId, amount, currency, state, failure, arrivesAt: dueAt, createdAt }
}

/** Stripe's banks take days; a minute lets a person see both states. */
export const BANK_MS = 60_000

/** Sends what the account holds to the creator's bank, as Stripe's daily schedule does. */
export async function payOut(desk: Desk, db: Db, account: SandboxAccount): Promise<void> {
  const { id: accountId, bank } = account
  if (account.state !== 'ready' || !bank) return
  const now = desk.clock.now()
  for (const [currency, amount] of await balancesOf(db, accountId)) {
    if (amount <= 0) continue
    await db.insert(sandboxBankPayouts).values({
      id: newSandboxId('po'),
      accountId,
      amount,
      currency,
      state: 'in_transit',
      bank,
      dueAt: bank === 'hangs' ? null : new Date(now.getTime() + BANK_MS),
      createdAt: now,
    })
    await announce(desk, db, 'payout.created', { accountId })
  }
}
