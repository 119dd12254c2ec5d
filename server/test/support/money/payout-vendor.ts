import { currencyHere } from '@vignette/contract/currency.ts'
import {
  type AccountState,
  type BankPayoutView,
  GatewayError,
  type PayoutAccountView,
  type PayoutGateway,
  type TransferRequest,
  type TransferView,
} from '../../../src/providers/payouts/spec.ts'

/** `lost`: made, but the answer never came; `away`: nothing was done; `kept`: a failure that the key keeps; `hang`: made, and the call never ends. */
export type PayoutFault =
  | 'lost'
  | 'away'
  | 'kept'
  | 'kept_though_made'
  | 'refused'
  | 'key_refused'
  | 'hang'

export interface PayoutVendor extends PayoutGateway {
  /** The next transfers meet these faults, in order. */
  faults: PayoutFault[]
  transfers: TransferView[]
  balance: number
  /** The number of calls of `transfer`. */
  asked: number
  /** Sets an account's state as its owner's form would. */
  setAccount(accountId: string, state: AccountState, bankLast4?: string, bankHash?: string): void
  bank(accountId: string, state: BankPayoutView['state']): void
  takeBack(transferId: string, amount: number): void
}

/** A vendor in memory with Stripe's idempotency, whose answers a test may lose, fail or refuse. */
export function createPayoutVendor(clock: { now(): Date }): PayoutVendor {
  const accounts = new Map<string, PayoutAccountView>()
  const banks: BankPayoutView[] = []
  const kept = new Map<string, TransferView | GatewayError>()
  const sum = (items: { amount: number }[]) => items.reduce((all, { amount }) => all + amount, 0)
  const error = (code: string, how: { retryable: boolean; kept?: boolean }) =>
    new GatewayError(code, `The payout vendor says ${code}.`, how)

  function make({ payoutId, accountId, amount, currency, idempotencyKey }: TransferRequest) {
    if (accounts.get(accountId)?.state !== 'ready') {
      throw error('account_restricted', { retryable: false })
    }
    if (vendor.balance < amount) throw error('insufficient_balance', { retryable: false })
    vendor.balance -= amount
    const view: TransferView = {
      transferId: `tr_${vendor.transfers.length + 1}`,
      payoutId,
      accountId,
      amount,
      reversed: 0,
      currency,
      state: 'made',
      createdAt: clock.now(),
    }
    vendor.transfers.push(view)
    kept.set(idempotencyKey, view)
    return view
  }

  const vendor: PayoutVendor = {
    id: 'sandbox',
    testMode: true,
    faults: [],
    transfers: [],
    balance: Number.MAX_SAFE_INTEGER,
    asked: 0,

    setAccount(accountId, state, bankLast4 = '6789', bankHash = bankLast4) {
      const missing = state === 'ready' ? [] : ['your date of birth']
      const before = accounts.get(accountId)
      accounts.set(accountId, {
        accountId,
        country: before?.country ?? 'US',
        missingBy: null,
        reason: null,
        state,
        missing,
        bankLast4,
        bankHash,
      })
    },

    bank(accountId, state) {
      const sent = sum(
        vendor.transfers
          .filter((each) => each.accountId === accountId)
          .map(({ amount, reversed }) => ({ amount: amount - reversed })),
      )
      const out = sum(banks.filter((each) => each.accountId === accountId && each.state === 'paid'))
      if (sent <= out) return
      banks.push({
        id: `po_${banks.length + 1}`,
        accountId,
        amount: sent - out,
        currency: currencyHere(),
        state,
        failure: state === 'failed' ? 'no_account' : null,
        arrivesAt: null,
        createdAt: clock.now(),
      })
    },

    takeBack(transferId, amount) {
      const transfer = vendor.transfers.find((each) => each.transferId === transferId)
      if (!transfer) throw new Error('no such transfer')
      transfer.reversed += amount
      transfer.state = transfer.reversed === transfer.amount ? 'reversed' : 'partly_reversed'
      vendor.balance += amount
    },

    openAccount: ({ creatorId }) => {
      const accountId = `acct_${creatorId}`
      if (!accounts.has(accountId)) vendor.setAccount(accountId, 'started')
      return Promise.resolve({ accountId })
    },
    createOnboardingLink: (accountId) =>
      Promise.resolve({ url: `https://vendor.example/${accountId}`, expiresAt: clock.now() }),
    findAccount: (accountId) => Promise.resolve(accounts.get(accountId) ?? null),

    async transfer(request) {
      vendor.asked += 1
      const { idempotencyKey: key } = request
      const known = kept.get(key)
      if (known instanceof GatewayError) throw known
      if (known) return { ...known }
      const fault = vendor.faults.shift()
      if (fault === 'away') throw error('unreachable', { retryable: true })
      if (fault === 'refused') throw error('account_restricted', { retryable: false })
      if (fault === 'key_refused') throw error('invalid_api_key', { retryable: false })
      if (fault === 'kept' || fault === 'kept_though_made') {
        if (fault === 'kept_though_made') make(request)
        const failure = error('api_error', { retryable: true, kept: true })
        kept.set(key, failure)
        throw failure
      }
      const view = make(request)
      if (fault === 'lost') throw error('timeout', { retryable: true })
      if (fault === 'hang') return new Promise(() => undefined)
      return { ...view }
    },
    reverse({ transferId, amount, idempotencyKey: key }) {
      const known = kept.get(key)
      const transfer = vendor.transfers.find((each) => each.transferId === transferId)
      if (!transfer) return Promise.reject(error('resource_missing', { retryable: false }))
      if (!known) {
        if (amount > transfer.amount - transfer.reversed) {
          return Promise.reject(error('amount_too_large', { retryable: false }))
        }
        vendor.takeBack(transferId, amount)
        kept.set(key, transfer)
      }
      const isLost = vendor.faults.shift() === 'lost'
      return isLost
        ? Promise.reject(error('timeout', { retryable: true }))
        : Promise.resolve({ ...transfer })
    },
    findTransfer: (by) => {
      const found = vendor.transfers.find((each) =>
        'transferId' in by ? each.transferId === by.transferId : each.payoutId === by.payoutId,
      )
      return Promise.resolve(found ? { ...found } : null)
    },
    async *listTransfers(since) {
      yield* vendor.transfers.filter(({ createdAt }) => createdAt >= since)
    },
    async *listBankPayouts(accountId, since) {
      yield* banks.filter((each) => each.accountId === accountId && each.createdAt >= since)
    },
    getBalance: () => Promise.resolve(new Map([[currencyHere(), vendor.balance]])),
    closeAccount: () => Promise.resolve(),
    signatureHeader: undefined,
    readWebhook: () => {
      throw error('bad_signature', { retryable: false })
    },
  }
  return vendor
}
