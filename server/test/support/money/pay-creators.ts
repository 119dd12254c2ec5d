import type { Ctx, Principal } from '../../../src/ctx.ts'
import { listLedgerLines } from '../../../src/features/ledger/queries.ts'
import { listUnpaid } from '../../../src/features/payouts/position.ts'
import { startRun } from '../../../src/features/payouts/start-run.ts'
import type { PayoutRow } from '../../../src/schema/payouts.ts'
import type { PayoutWorld } from './create-payout-world.ts'

/** A creator with an account in use and a sale that has cleared. */
export async function newPayee(world: PayoutWorld, amount = 3_000): Promise<Principal> {
  const creator = await world.newPrincipal()
  await world.openAccount(creator)
  await world.sell(creator, amount)
  world.wait(8)
  world.vendor.faults = []
  world.vendor.balance = 1e12
  return creator
}

/** A run of payouts for this creator alone. */
export async function pay(
  world: PayoutWorld,
  creator: Principal,
  ctx: Ctx = world.ctx,
): Promise<PayoutRow | undefined> {
  const made = await startRun(ctx, {
    dueAt: ctx.clock.now(),
    by: 'operator',
    only: [creator.id],
  })
  return made.payouts[0]
}

export async function payNow(world: PayoutWorld, creator: Principal): Promise<PayoutRow> {
  const payout = await pay(world, creator)
  if (!payout) throw new Error('nothing was paid')
  return payout
}

export const transfersOf = (world: PayoutWorld, creator: Principal) =>
  world.vendor.transfers.filter(({ accountId }) => accountId === `acct_${creator.id}`)

export const reasonsOf = async (world: PayoutWorld, creator: Principal) =>
  (await listUnpaid(world.ctx, creator.id)).map(({ reason, amount }) => `${reason} ${amount}`)

export async function postedFor(world: PayoutWorld, payoutId: string): Promise<string[]> {
  const lines = await listLedgerLines(world.ctx)
  return lines
    .filter(({ subjectId }) => subjectId === payoutId)
    .map(({ kind, account, amount }) => `${kind} ${account} ${amount}`)
}
