import { and, asc, desc, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { type Desk, refusal } from '../../payments/sandbox/checkout.ts'
import type { Post } from '../../payments/sandbox/deliver-events.ts'
import { SIGNATURE_HEADER, signWebhook } from '../../payments/sandbox/webhook.ts'
import { announce, BANK_MS, changeAccount, moveAccount } from './account.ts'
import { takeBack } from './make-transfer.ts'
import {
  type SandboxAccount,
  type SandboxBankPayout,
  sandboxBankPayouts,
  sandboxPayoutEvents,
  sandboxTransfers,
} from './tables.ts'

export type BankAnswer = 'paid' | 'failed' | 'returned'

const AT_ONCE = 200

/** Lets the banks answer the payouts that are due, of one account or of all. */
export async function settleBankPayouts(desk: Desk, accountId?: string): Promise<void> {
  const isDue: (SQL | undefined)[] = [
    isNotNull(sandboxBankPayouts.dueAt),
    lte(sandboxBankPayouts.dueAt, desk.clock.now()),
  ]
  if (accountId) isDue.push(eq(sandboxBankPayouts.accountId, accountId))
  const due = await desk.db
    .select({ id: sandboxBankPayouts.id, accountId: sandboxBankPayouts.accountId })
    .from(sandboxBankPayouts)
    .where(and(...isDue))
    .orderBy(asc(sandboxBankPayouts.dueAt))
    .limit(AT_ONCE)
  for (const payout of due) {
    await changeAccount(desk, payout.accountId, async (db, account) => {
      const found = await findBankPayout(db, payout.id)
      if (!found?.dueAt || found.dueAt > desk.clock.now()) return
      await answer(desk, db, account, found, answerOf(found))
    })
  }
}

/** The answer of a bank that hangs, given by a person. */
export async function settleBankPayout(desk: Desk, id: string, what: BankAnswer): Promise<void> {
  const payout = await findBankPayout(desk.db, id)
  if (!payout) throw refusal('resource_missing', 'The payout vendor knows no such payout.')
  await changeAccount(desk, payout.accountId, async (db, account) => {
    const now = (await findBankPayout(db, id)) ?? payout
    await answer(desk, db, account, now, what)
  })
}

function answerOf({ bank, state }: SandboxBankPayout): BankAnswer {
  if (bank === 'fails') return 'failed'
  return state === 'paid' ? 'returned' : 'paid'
}

async function answer(
  desk: Desk,
  db: Db,
  account: SandboxAccount,
  payout: SandboxBankPayout,
  what: BankAnswer,
): Promise<void> {
  if (payout.state !== 'in_transit' && !(payout.state === 'paid' && what === 'returned')) {
    throw refusal('payout_ended', `A payout that is ${payout.state} cannot be ${what}.`)
  }
  const { id: accountId } = account
  const returnsLater = what === 'paid' && payout.bank === 'returns'
  await db
    .update(sandboxBankPayouts)
    .set({
      state: what,
      failure: what === 'failed' ? 'no_account' : what === 'returned' ? 'account_closed' : null,
      dueAt: returnsLater ? new Date(desk.clock.now().getTime() + BANK_MS) : null,
    })
    .where(eq(sandboxBankPayouts.id, payout.id))
  await announce(desk, db, `payout.${what}`, { accountId })
  if (what === 'failed') {
    await moveAccount(desk, db, account, {
      state: 'restricted',
      missing: ['another bank account'],
      reason: 'The bank knows no such account.',
    })
  }
  if (what === 'returned') await giveBack(desk, db, payout)
}

/** Takes the money that a bank returned back from the account's last transfers. */
async function giveBack(desk: Desk, db: Db, payout: SandboxBankPayout): Promise<void> {
  const transfers = await db
    .select()
    .from(sandboxTransfers)
    .where(
      and(
        eq(sandboxTransfers.accountId, payout.accountId),
        eq(sandboxTransfers.currency, payout.currency),
      ),
    )
    .orderBy(desc(sandboxTransfers.createdAt), desc(sandboxTransfers.id))
  let left = payout.amount
  for (const transfer of transfers) {
    const amount = Math.min(left, transfer.amount - transfer.reversed)
    if (amount > 0) await takeBack(desk, db, transfer, amount)
    left -= amount
  }
}

async function findBankPayout(db: Db, id: string): Promise<SandboxBankPayout | undefined> {
  const [row] = await db.select().from(sandboxBankPayouts).where(eq(sandboxBankPayouts.id, id))
  return row
}

const DELIVERIES_AT_ONCE = 200

/** Lets the banks answer, then delivers pending events; the first failure leaves the rest for later. */
export async function deliverPayoutEvents(desk: Desk, post: Post): Promise<void> {
  await settleBankPayouts(desk)
  const waiting = await desk.db
    .select()
    .from(sandboxPayoutEvents)
    .where(isNull(sandboxPayoutEvents.deliveredAt))
    .orderBy(asc(sandboxPayoutEvents.id))
    .limit(DELIVERIES_AT_ONCE)
  for (const event of waiting) {
    const body = Buffer.from(
      JSON.stringify({
        id: event.id,
        type: event.name,
        created: event.occurredAt.toISOString(),
        about: { accountId: event.accountId, transferId: event.transferId },
      }),
    )
    const signature = signWebhook(post.webhookSecret, body, desk.clock.now())
    await post.deliver(body, { [SIGNATURE_HEADER]: signature })
    await desk.db
      .update(sandboxPayoutEvents)
      .set({ deliveredAt: desk.clock.now() })
      .where(eq(sandboxPayoutEvents.id, event.id))
  }
}
