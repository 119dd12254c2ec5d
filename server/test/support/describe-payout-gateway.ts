import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import type { GatewayError, PayoutGateway } from '../../src/providers/payouts/spec.ts'

/** A vendor, and what creators, banks and the vendor's staff do there. */
export interface PayoutVendor {
  gateway: PayoutGateway
  /** Puts money into our balance at the vendor. */
  fund(amount: number): Promise<void>
  /** Gives what the onboarding page of the link asks for. */
  identify(accountId: string, url: string): Promise<void>
  /** The vendor asks for more, and pays the account nothing until then; absent where no vendor asks. */
  restrict?(accountId: string): Promise<void>
  /**
   * Lets the account's bank receive the money on the way; absent for vendors that say nothing about
   * banks.
   */
  payAtBank?(accountId: string): Promise<void>
}

const PAGES = { returnUrl: 'http://here/back', refreshUrl: 'http://here/again' }
const EPOCH = new Date(0)

/** What every payout vendor does alike. */
export function describePayoutGateway(
  name: string,
  open: () => Promise<PayoutVendor>,
  { byHand = false } = {},
): void {
  describe(`${name} as a payout vendor`, () => {
    let vendor: PayoutVendor
    let gateway: PayoutGateway
    beforeAll(async () => {
      vendor = await open()
      gateway = vendor.gateway
    })

    async function openAccount(country = 'DE'): Promise<string> {
      const creatorId = newId()
      const { accountId } = await gateway.openAccount({
        creatorId,
        email: 'creator@example.org',
        country,
        idempotencyKey: `account:${creatorId}`,
      })
      return accountId
    }

    async function ready(): Promise<string> {
      const accountId = await openAccount()
      const { url } = await gateway.createOnboardingLink(accountId, PAGES)
      await vendor.identify(accountId, url)
      return accountId
    }

    function transferOf(accountId: string, amount = 4120) {
      const payoutId = newId()
      return {
        payoutId,
        accountId,
        amount,
        currency: 'usd',
        idempotencyKey: `payout:${payoutId}`,
      }
    }

    async function failureOf(work: Promise<unknown>): Promise<GatewayError> {
      const error = await work.then(
        () => new Error('the call succeeded'),
        (reason: unknown) => reason,
      )
      return error as GatewayError
    }

    async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
      const found: T[] = []
      for await (const each of all) found.push(each)
      return found
    }

    test('a new account is started and names what is missing', async () => {
      const accountId = await openAccount('FR')
      const view = await gateway.findAccount(accountId)
      expect(view).toMatchObject({ accountId, state: 'started', country: 'FR', bankLast4: null })
      expect(view?.missing.length).toBeGreaterThan(0)
    })

    test('the same key opens one account', async () => {
      const request = {
        creatorId: newId(),
        email: 'creator@example.org',
        country: 'DE',
        idempotencyKey: newId(),
      }
      const first = await gateway.openAccount(request)
      expect(await gateway.openAccount(request)).toEqual(first)
    })

    test('an account is ready after onboarding, and shows the last four of its bank account', async () => {
      const accountId = await openAccount()
      const { url, expiresAt } = await gateway.createOnboardingLink(accountId, PAGES)
      expect(url).toMatch(/^http/)
      expect(expiresAt).toBeInstanceOf(Date)
      await vendor.identify(accountId, url)
      expect(await gateway.findAccount(accountId)).toMatchObject({
        state: 'ready',
        missing: [],
        bankLast4: expect.stringMatching(/^\d{4}$/) as string,
      })
    })

    test('an unknown account and an unknown transfer are null', async () => {
      expect(await gateway.findAccount(`acct_1${'0'.repeat(20)}`)).toBeNull()
      expect(await gateway.findTransfer({ payoutId: newId() })).toBeNull()
      expect(await gateway.findTransfer({ transferId: `tr_1${'0'.repeat(20)}` })).toBeNull()
    })

    test('a transfer is found by its own id and by the id of the payout', async () => {
      await vendor.fund(10_000)
      const request = transferOf(await ready())
      const made = await gateway.transfer(request)
      const { payoutId, accountId } = request
      expect(made).toMatchObject({
        payoutId,
        accountId,
        amount: 4120,
        reversed: 0,
        currency: 'usd',
        state: 'made',
      })
      expect(await gateway.findTransfer({ payoutId })).toEqual(made)
      expect(await gateway.findTransfer({ transferId: made.transferId })).toEqual(made)
      expect(await collect(gateway.listTransfers(EPOCH))).toContainEqual(made)
    })

    test('ten transfers at once under one key are one transfer', async () => {
      await vendor.fund(100_000)
      const request = transferOf(await ready())
      const made = await Promise.all(Array.from({ length: 10 }, () => gateway.transfer(request)))
      expect(new Set(made.map(({ transferId }) => transferId)).size).toBe(1)
      const all = await collect(gateway.listTransfers(EPOCH))
      expect(all.filter(({ payoutId }) => payoutId === request.payoutId)).toHaveLength(1)
    })

    test('another transfer under a used key is refused', async () => {
      await vendor.fund(10_000)
      const request = transferOf(await ready())
      await gateway.transfer(request)
      const error = await failureOf(gateway.transfer({ ...request, amount: 4121 }))
      expect(error).toMatchObject({ name: 'GatewayError', retryable: false })
      expect(error.code).toBe('idempotency_error')
    })

    test('an account that is not ready receives nothing', async () => {
      await vendor.fund(10_000)
      const started = transferOf(await openAccount())
      expect(await failureOf(gateway.transfer(started))).toMatchObject({
        code: 'account_restricted',
        retryable: false,
      })
      if (!vendor.restrict) return
      const restricted = await ready()
      await vendor.restrict(restricted)
      expect(await gateway.findAccount(restricted)).toMatchObject({ state: 'restricted' })
      const request = transferOf(restricted)
      expect(await failureOf(gateway.transfer(request))).toMatchObject({
        code: 'account_restricted',
      })
      expect(await gateway.findTransfer(request)).toBeNull()
    })

    test.skipIf(byHand)('a transfer is reversed in parts and not beyond its amount', async () => {
      await vendor.fund(10_000)
      const { transferId } = await gateway.transfer(transferOf(await ready(), 1000))
      const part = { transferId, reversalId: newId(), amount: 300, idempotencyKey: newId() }
      expect(await gateway.reverse(part)).toMatchObject({ reversed: 300, state: 'partly_reversed' })
      expect(await gateway.reverse(part)).toMatchObject({ reversed: 300 })
      const beyond = { ...part, reversalId: newId(), amount: 701, idempotencyKey: newId() }
      expect(await failureOf(gateway.reverse(beyond))).toMatchObject({ retryable: false })
      const rest = { ...part, reversalId: newId(), amount: 700, idempotencyKey: newId() }
      expect(await gateway.reverse(rest)).toMatchObject({ reversed: 1000, state: 'reversed' })
    })

    test.skipIf(byHand)('a transfer goes on to the bank', async () => {
      await vendor.fund(10_000)
      const accountId = await ready()
      await gateway.transfer(transferOf(accountId))
      expect(await collect(gateway.listBankPayouts(accountId, EPOCH))).toMatchObject([
        { accountId, amount: 4120, currency: 'usd', state: 'in_transit', failure: null },
      ])
      await vendor.payAtBank?.(accountId)
      expect(await collect(gateway.listBankPayouts(accountId, EPOCH))).toMatchObject([
        { amount: 4120, state: 'paid', failure: null },
      ])
    })

    test('a closed account stays closed and receives nothing', async () => {
      const accountId = await ready()
      await gateway.closeAccount(accountId)
      await gateway.closeAccount(accountId)
      expect(await gateway.findAccount(accountId)).toMatchObject({ state: 'closed' })
      expect(await failureOf(gateway.transfer(transferOf(accountId)))).toMatchObject({
        code: 'account_restricted',
      })
    })

    test('an event with a foreign signature is refused', async () => {
      const body = Buffer.from('{"id":"evt_1"}')
      const headers = { 'stripe-signature': 't=1,v1=00' }
      const read = async () => gateway.readWebhook(body, headers)
      await expect(read()).rejects.toThrow('bad_signature')
    })
  })
}
