import { hashSecret } from '../../../platform/secrets.ts'
import type { BankPayoutView, PayoutAccountView, TransferView } from '../spec.ts'
import type { SandboxAccount, SandboxBankPayout, SandboxTransfer } from './tables.ts'

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
