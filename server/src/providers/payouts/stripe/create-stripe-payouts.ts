import { openStripe, readSigned } from '../../payments/stripe/open-stripe.ts'
import { probeStripe } from '../../payments/stripe/probe-stripe.ts'
import { GatewayError, type PayoutGateway } from '../spec.ts'
import { INCLUDED, mapAccount, mapBank, NO_BANK } from './map-account.ts'
import { isUnknown, mapPayoutError } from './map-payout-error.ts'
import { mapPayoutEvent } from './map-payout-event.ts'
import { groupOf, mapBankPayout, mapTransfer } from './map-transfer.ts'

interface StripePayoutsOptions {
  secretKey: string
  /** Signs the thin events of accounts, transfers and bank payouts. */
  webhookSecret: string
  testMode: boolean
  /** Why an account was rejected, where the vendor is not Stripe. */
  refused?: string
  /** Another server with Stripe's API, for tests. */
  apiUrl?: string | undefined
  /** Answers in place of a server. */
  fetch?: typeof fetch | undefined
  timeoutMs?: number
}

/** The timeout of a call that a person waits for, which is tried twice. */
const WAITED_FOR = { timeout: 6_000, maxNetworkRetries: 1 }
const PAGE = 100

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

/**
 * Separate charges and transfers: buyers pay the platform, and the platform transfers to recipient
 * accounts, which Stripe pays out daily.
 */
export function createStripePayouts(options: StripePayoutsOptions): PayoutGateway {
  const stripe = openStripe(options)

  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      throw mapPayoutError(error)
    }
  }

  async function askOrNull<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call()
    } catch (error) {
      if (isUnknown(error)) return null
      throw mapPayoutError(error)
    }
  }

  async function findBank(accountId: string) {
    const banks = await stripe.accounts.listExternalAccounts(accountId, { limit: 10 }, WAITED_FOR)
    const all = banks.data
    const chosen = all.find((bank) => bank.default_for_currency) ?? all[0]
    return chosen ? mapBank(chosen) : NO_BANK
  }

  return {
    id: 'stripe',
    testMode: options.testMode,

    async probe() {
      await probeStripe('transfers', () => stripe.transfers.list({ limit: 1 }, WAITED_FOR))
      return 'Stripe takes the key for transfers'
    },

    openAccount({ creatorId, email, country, idempotencyKey }) {
      return ask(async () => {
        if (!email) {
          throw new GatewayError('email_missing', 'The payout vendor needs an e-mail address.', {
            retryable: false,
          })
        }
        const account = await stripe.v2.core.accounts.create(
          {
            contact_email: email,
            dashboard: 'express',
            identity: { country: country.toLowerCase() },
            configuration: {
              recipient: {
                capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
              },
            },
            defaults: {
              // Separate charges and transfers leave losses with the platform.
              responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            },
            metadata: { creator_id: creatorId },
          },
          { ...WAITED_FOR, idempotencyKey },
        )
        return { accountId: account.id }
      })
    },

    createOnboardingLink(accountId, { returnUrl, refreshUrl }) {
      return ask(async () => {
        const link = await stripe.v2.core.accountLinks.create(
          {
            account: accountId,
            use_case: {
              type: 'account_onboarding',
              account_onboarding: {
                collection_options: { fields: 'eventually_due' },
                return_url: returnUrl,
                refresh_url: refreshUrl,
              },
            },
          },
          WAITED_FOR,
        )
        return { url: link.url, expiresAt: new Date(link.expires_at) }
      })
    },

    findAccount(accountId) {
      return askOrNull(async () => {
        const include = [...INCLUDED]
        const account = await stripe.v2.core.accounts.retrieve(accountId, { include }, WAITED_FOR)
        const bank = account.closed ? NO_BANK : await findBank(accountId)
        return mapAccount(account, bank, options.refused)
      })
    },

    transfer({ payoutId, accountId, amount, currency, idempotencyKey }) {
      return ask(async () =>
        mapTransfer(
          await stripe.transfers.create(
            {
              amount,
              currency,
              destination: accountId,
              transfer_group: groupOf(payoutId),
              metadata: { payout_id: payoutId },
            },
            { idempotencyKey },
          ),
        ),
      )
    },

    reverse({ transferId, reversalId, amount, idempotencyKey }) {
      return ask(async () => {
        await stripe.transfers.createReversal(
          transferId,
          { amount, metadata: { reversal_id: reversalId } },
          { idempotencyKey },
        )
        return mapTransfer(await stripe.transfers.retrieve(transferId))
      })
    },

    findTransfer(by) {
      return askOrNull(async () => {
        if ('transferId' in by) return mapTransfer(await stripe.transfers.retrieve(by.transferId))
        const group = groupOf(by.payoutId)
        const found = await stripe.transfers.list({ transfer_group: group, limit: 2 })
        const [transfer, second] = found.data
        if (second) {
          throw new GatewayError('paid_twice', `Stripe has two transfers of ${group}.`, {
            retryable: false,
          })
        }
        return transfer ? mapTransfer(transfer) : null
      })
    },

    async *listTransfers(since) {
      try {
        const transfers = stripe.transfers.list({ created: { gte: secondsOf(since) }, limit: PAGE })
        for await (const transfer of transfers) yield mapTransfer(transfer)
      } catch (error) {
        throw mapPayoutError(error)
      }
    },

    async *listBankPayouts(accountId, since) {
      try {
        const payouts = stripe.payouts.list(
          { created: { gte: secondsOf(since) }, limit: PAGE },
          { stripeAccount: accountId },
        )
        for await (const payout of payouts) yield mapBankPayout(accountId, payout)
      } catch (error) {
        throw mapPayoutError(error)
      }
    },

    getBalance() {
      return ask(async () => {
        const { available } = await stripe.balance.retrieve()
        return new Map(available.map(({ currency, amount }) => [currency, amount]))
      })
    },

    async closeAccount(accountId) {
      try {
        await stripe.v2.core.accounts.close(accountId, { applied_configurations: ['recipient'] })
      } catch (error) {
        const account = await askOrNull(() => stripe.v2.core.accounts.retrieve(accountId))
        if (account?.closed) return
        const refusal = mapPayoutError(error)
        if (refusal.retryable || !/balance/i.test(refusal.message)) throw refusal
        throw new GatewayError('balance_left', refusal.publicMessage, {
          retryable: false,
          cause: error,
        })
      }
    },

    signatureHeader: 'stripe-signature',
    readWebhook(rawBody, headers) {
      const { webhookSecret } = options
      return readSigned(stripe, { rawBody, headers, webhookSecret }, (signature) =>
        mapPayoutEvent(stripe.parseEventNotification(rawBody, signature, webhookSecret)),
      )
    },
  }
}
