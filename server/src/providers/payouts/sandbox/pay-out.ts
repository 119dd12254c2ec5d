import type { Db } from '../../../platform/db/db.ts'
import type { Desk } from '../../payments/sandbox/change-checkout.ts'
import { announce, balancesOf, newSandboxId } from './change-account.ts'
import { type SandboxAccount, sandboxBankPayouts } from './tables.ts'

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
