import { nameCurrency } from '@vignette/contract/currency.ts'
import type { PayoutState } from '@vignette/contract/payout-words.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import type { TransferView } from '../../providers/payouts/spec.ts'
import { type PayoutRow, payouts } from '../../schema/payouts.ts'
import { post } from '../ledger/index.ts'
import { payoutEvents } from './events.ts'
import { notifyCreator } from './notices.ts'
import { lockPayout } from './queries.ts'
import { type BankStand, MOVES } from './rules.ts'

/** By the codes of Stripe, which the sandbox uses too. */
const WORDS: Partial<Record<string, string>> = {
  account_closed: 'The account at the bank is closed.',
  account_frozen: 'The account at the bank is frozen.',
  bank_account_restricted: 'The account at the bank takes no such payments.',
  bank_ownership_changed: 'The account at the bank belongs to somebody else now.',
  declined: 'The bank declined the payment.',
  incorrect_account_address: 'The address is not the one that the bank knows.',
  incorrect_account_holder_address: 'The address is not the one that the bank knows.',
  incorrect_account_holder_details: 'The holder’s details are not those that the bank knows.',
  incorrect_account_holder_name: 'The holder’s name is not the one that the bank knows.',
  incorrect_account_holder_tax_id: 'The holder’s tax number is not the one that the bank knows.',
  incorrect_account_type: 'The account at the bank is of another kind.',
  invalid_account_number: 'The account’s number is not valid.',
  invalid_account_number_length: 'The account’s number has too few or too many digits.',
  get invalid_currency() {
    return `The account at the bank takes no ${nameCurrency()}.`
  },
  no_account: 'The bank knows no such account.',
}

interface PayoutNews {
  transfer?: TransferView
  bank?: BankStand
  /** The bank's or the operator's own reference. */
  reference?: string
}

/**
 * Brings a payout up to the vendor's and the bank's word. Answers, webhooks, the sweep, reconciliation
 * and the operator all end here, so that each may come doubled, late or in any order.
 */
export async function settlePayout(
  ctx: Ctx,
  payoutId: string,
  news: PayoutNews,
): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockPayout(tx, payoutId)
    let payout = before
    if (news.transfer && isThis(tx, payout, news.transfer)) {
      payout = await takeTransfer(tx, payout, news.transfer)
    }
    if (news.bank) payout = await takeBank(tx, payout, news.bank, news.reference ?? null)
    if (payout.state !== before.state || payout.reason !== before.reason) {
      await notifyCreator(tx, payout)
    }
    if (payout.state === 'paid' && before.state !== 'paid') {
      await payoutEvents.paid.emit(tx, { payoutId })
    }
    return payout
  })
}

/** A transfer of another sum or to another account is not booked but logged: a person must look. */
function isThis(tx: TxCtx, payout: PayoutRow, view: TransferView): boolean {
  const same =
    view.amount === payout.amount &&
    view.currency === payout.currency &&
    view.accountId === payout.accountId &&
    (payout.transferId === null || payout.transferId === view.transferId)
  if (!same) {
    const { transferId } = view
    tx.log.error({ payoutId: payout.id, transferId }, 'the vendor has another transfer than ours')
  }
  return same
}

const CAME_BACK = 'The money came back to us.'

async function takeTransfer(
  tx: TxCtx,
  before: PayoutRow,
  { transferId, reversed, createdAt }: TransferView,
): Promise<PayoutRow> {
  let payout = before
  const now = tx.clock.now()
  if (payout.state === 'scheduled' || payout.state === 'sending' || payout.state === 'failed') {
    // A refusal was answered though the transfer was made: the money is taken once more.
    const timesTaken = payout.timesTaken + (payout.state === 'failed' ? 1 : 0)
    const move = { ...aboutOf(payout), amount: payout.amount, nth: timesTaken, occurredAt: now }
    if (payout.state === 'failed') await post(tx, 'payout', move)
    await post(tx, 'transfer_made', move)
    payout = await movePayout(tx, payout, {
      state: 'in_transit',
      transferId,
      timesTaken,
      sentAt: createdAt,
      leasedUntil: null,
      failure: null,
      reason: null,
      endedAt: null,
    })
  }
  const returned = reversed - payout.reversed
  if (returned <= 0) return payout
  const timesReturned = payout.timesReturned + 1
  await post(tx, payout.reversalReason === null ? 'payout_returned' : 'reversal', {
    ...aboutOf(payout),
    amount: returned,
    nth: timesReturned,
    occurredAt: now,
  })
  const whole = reversed === payout.amount
  return movePayout(tx, payout, {
    reversed,
    timesReturned,
    ...(whole
      ? {
          state: 'returned',
          endedAt: now,
          reason: payout.reversalReason ?? payout.reason ?? CAME_BACK,
        }
      : {}),
  })
}

async function takeBank(
  tx: TxCtx,
  payout: PayoutRow,
  bank: BankStand,
  reference: string | null,
): Promise<PayoutRow> {
  if (payout.state !== 'in_transit' && payout.state !== 'paid') return payout
  if (bank.state === 'paid') {
    if (payout.state === 'paid') return payout
    return movePayout(tx, payout, {
      state: 'paid',
      failure: null,
      reason: null,
      endedAt: tx.clock.now(),
      ...(reference ? { reference } : {}),
    })
  }
  const { bankCode: failure, arrivesAt } = bank
  // Once the money has arrived, a late report that it is on its way changes nothing.
  if (payout.state === 'paid' && failure === null) return payout
  if (payout.state === 'in_transit' && payout.failure === failure) {
    return arrivesAt?.getTime() === payout.arrivesAt?.getTime()
      ? payout
      : movePayout(tx, payout, { arrivesAt })
  }
  const reason = failure && describeBankRefusal(failure)
  return movePayout(tx, payout, { state: 'in_transit', failure, reason, arrivesAt, endedAt: null })
}

function aboutOf({ id, principalId, book, currency }: PayoutRow) {
  return { payoutId: id, principalId, book, currency }
}

/** Why a bank refused a payout, as a sentence for its creator; the code is kept for the operator. */
function describeBankRefusal(code: string): string {
  return WORDS[code] ?? 'The bank gave no reason that we can read.'
}

/** Changes a locked payout, by an allowed move where the state changes. */
export async function movePayout(
  tx: TxCtx,
  payout: PayoutRow,
  set: Partial<PayoutRow>,
): Promise<PayoutRow> {
  const to: PayoutState = set.state ?? payout.state
  const moves = to !== payout.state
  if (moves && !MOVES[payout.state].includes(to)) {
    throw new Error(`a payout that is ${payout.state} cannot become ${to}`)
  }
  const [moved] = await tx.db
    .update(payouts)
    .set({ ...set, ...(moves ? { movedAt: tx.clock.now() } : {}) })
    .where(eq(payouts.id, payout.id))
    .returning()
  if (!moved) throw new Error(`the payout ${payout.id} is gone`)
  return moved
}
