import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { defineLock, lockFor } from '../../../platform/db/lock.ts'
import { type Desk, findRepeated, refusal, transact } from '../../payments/sandbox/checkout.ts'
import { getBalance } from '../../payments/sandbox/list-transactions.ts'
import type { ReversalRequest, TransferRequest, TransferView } from '../spec.ts'
import { announce, changeAccount, newSandboxId, payOut, viewTransfer } from './account.ts'
import { type SandboxTransfer, sandboxTransfers } from './tables.ts'

const sandboxBalance = defineLock(8_402_151)

/** Moves money from our balance to an account, whose bank then gets the account's whole balance. */
export async function makeTransfer(desk: Desk, request: TransferRequest): Promise<TransferView> {
  const { payoutId, accountId, amount, currency, idempotencyKey } = request
  return changeAccount(desk, accountId, async (db, account) => {
    const id = newSandboxId('tr')
    const first = await findRepeated(
      db,
      idempotencyKey,
      id,
      'transfer',
      payoutId,
      accountId,
      amount,
      currency,
    )
    if (first) return viewTransfer(await getTransfer(db, first))
    if (account.state !== 'ready') {
      throw refusal(
        'account_restricted',
        `The payout vendor refused: an account that is ${account.state} receives no money.`,
      )
    }
    if (!Number.isInteger(amount) || amount < 1) {
      throw refusal('invalid_amount', 'The payout vendor refused: the amount must be positive.')
    }
    // Two transfers at once must not both spend the same money.
    await lockFor({ db, inTransaction: true }, sandboxBalance)
    const available = (await getBalance(db)).get(currency) ?? 0
    if (available < amount) {
      throw refusal('insufficient_balance', 'The payout vendor refused: our balance is too small.')
    }
    const transfer = { id, payoutId, accountId, amount, currency, createdAt: desk.clock.now() }
    const [made] = await db.insert(sandboxTransfers).values(transfer).returning()
    if (!made) throw new Error('the transfer was not stored')
    await transact(desk, db, { id: null, currency }, 'transfer', -amount)
    await announce(desk, db, 'transfer.created', { accountId, transferId: id })
    await payOut(desk, db, account)
    return viewTransfer(made)
  })
}

/** Takes money back; an account that has passed the money on becomes negative. */
export async function reverseTransfer(desk: Desk, request: ReversalRequest): Promise<TransferView> {
  const { accountId } = await getTransfer(desk.db, request.transferId)
  return changeAccount(desk, accountId, async (db) => {
    const { transferId, reversalId, amount, idempotencyKey } = request
    const id = newSandboxId('trr')
    const repeated = await findRepeated(
      db,
      idempotencyKey,
      id,
      'reversal',
      transferId,
      reversalId,
      amount,
    )
    const transfer = await getTransfer(db, transferId)
    if (repeated) return viewTransfer(transfer)
    if (!Number.isInteger(amount) || amount < 1 || amount > transfer.amount - transfer.reversed) {
      throw refusal(
        'amount_too_large',
        'The payout vendor refused: more than what is left of the transfer.',
      )
    }
    return viewTransfer(await takeBack(desk, db, transfer, amount))
  })
}

export async function takeBack(
  desk: Desk,
  db: Db,
  transfer: SandboxTransfer,
  amount: number,
): Promise<SandboxTransfer> {
  const { id: transferId, accountId, currency } = transfer
  const reversed = transfer.reversed + amount
  await db.update(sandboxTransfers).set({ reversed }).where(eq(sandboxTransfers.id, transferId))
  await transact(desk, db, { id: null, currency }, 'transfer_refund', amount)
  await announce(desk, db, 'transfer.reversed', { accountId, transferId })
  return { ...transfer, reversed }
}

async function getTransfer(db: Db, id: string): Promise<SandboxTransfer> {
  const [row] = await db.select().from(sandboxTransfers).where(eq(sandboxTransfers.id, id))
  if (!row) throw refusal('resource_missing', 'The payout vendor knows no such transfer.')
  return row
}
