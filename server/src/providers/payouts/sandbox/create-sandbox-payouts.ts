import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, gte } from 'drizzle-orm'
import { readInPages } from '../../../platform/db/read-page.ts'
import { hashSecret, newSecret } from '../../../platform/secrets.ts'
import { findRepeated, refusal } from '../../payments/sandbox/checkout.ts'
import { getBalance } from '../../payments/sandbox/list-transactions.ts'
import type { SandboxOptions } from '../../payments/sandbox/sandbox-gateway.ts'
import { readSignedEvent, SIGNATURE_HEADER } from '../../payments/sandbox/webhook.ts'
import type { PayoutEvent } from '../spec.ts'
import {
  balancesOf,
  changeAccount,
  moveAccount,
  newSandboxId,
  payOut,
  viewAccount,
  viewBankPayout,
  viewTransfer,
} from './account.ts'
import { checkIdentity } from './check-identity.ts'
import { makeTransfer, reverseTransfer } from './make-transfer.ts'
import { registerSandboxOnboarding, type SandboxPayouts } from './onboarding-page.ts'
import { deliverPayoutEvents, settleBankPayout, settleBankPayouts } from './settle-bank-payouts.ts'
import { sandboxAccounts, sandboxBankPayouts, sandboxTransfers } from './tables.ts'

const LINK_MS = 60 * 60_000
const PAGE = 100
/** What every new account lacks. */
const AT_FIRST = ['your name', 'your date of birth', 'a bank account']

/** The sandbox of payments pays out too: both share one balance. */
export function createSandboxPayouts(options: SandboxOptions): SandboxPayouts {
  const { clock, db } = options
  const webhookSecret = createHmac('sha256', options.secret)
    .update('sandbox payout webhook')
    .digest('hex')

  async function afterwards<T>(result: T): Promise<T> {
    // A late event only costs latency, so the next delivery repeats a failed one.
    await gateway.deliverEvents().catch(() => undefined)
    return result
  }

  const byLink = (link: string) => eq(sandboxAccounts.linkHash, hashSecret(link))

  const gateway: SandboxPayouts = {
    id: 'sandbox',
    testMode: true,

    async openAccount({ creatorId, email, country, idempotencyKey }) {
      return db.transaction(async (tx) => {
        const id = newSandboxId('acct')
        const what = ['account', creatorId, email, country]
        const first = await findRepeated(tx, idempotencyKey, id, ...what)
        if (first) return { accountId: first }
        await tx.insert(sandboxAccounts).values({
          id,
          creatorId,
          email,
          country,
          state: 'started',
          missing: AT_FIRST,
          createdAt: clock.now(),
        })
        return { accountId: id }
      })
    },

    async createOnboardingLink(accountId, { returnUrl, refreshUrl }) {
      const link = newSecret()
      const expiresAt = new Date(clock.now().getTime() + LINK_MS)
      await changeAccount(options, accountId, async (tx, account) => {
        if (account.state === 'closed' || account.state === 'rejected') {
          throw refusal(
            'account_ended',
            `The payout vendor refused: ${account.state} accounts stay.`,
          )
        }
        await tx
          .update(sandboxAccounts)
          .set({
            linkHash: hashSecret(link),
            linkExpiresAt: expiresAt,
            linkUsedAt: null,
            returnUrl,
            refreshUrl,
          })
          .where(eq(sandboxAccounts.id, accountId))
      })
      return { url: new URL(`/sandbox/onboarding/${link}`, returnUrl).href, expiresAt }
    },

    async findLink(link) {
      const [account] = await db.select().from(sandboxAccounts).where(byLink(link))
      if (!account?.linkExpiresAt) return null
      const { country, name, linkUsedAt, linkExpiresAt, returnUrl, refreshUrl } = account
      const leadsTo = linkUsedAt ? returnUrl : linkExpiresAt <= clock.now() ? refreshUrl : null
      return { country, name, leadsTo }
    },

    async identify(link, form) {
      const [found] = await db.select().from(sandboxAccounts).where(byLink(link))
      if (!found) return 'ended'
      const verdict = await changeAccount(options, found.id, async (tx, account) => {
        const now = clock.now()
        const isOpen =
          account.linkHash === hashSecret(link) &&
          !account.linkUsedAt &&
          account.linkExpiresAt !== null &&
          account.linkExpiresAt > now
        if (!isOpen || account.state === 'closed') return 'ended'
        const identified = checkIdentity(form, now)
        if (!identified.accepted) return identified
        const { accepted: _, ...set } = identified
        await payOut(
          options,
          tx,
          await moveAccount(options, tx, account, { ...set, linkUsedAt: now }),
        )
        return identified
      })
      return afterwards(verdict)
    },

    async findAccount(accountId) {
      await settleBankPayouts(options, accountId)
      const [row] = await db.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, accountId))
      return row ? viewAccount(row) : null
    },

    transfer: async (request) => afterwards(await makeTransfer(options, request)),
    reverse: async (request) => afterwards(await reverseTransfer(options, request)),

    async findTransfer(by) {
      const where =
        'transferId' in by
          ? eq(sandboxTransfers.id, by.transferId)
          : eq(sandboxTransfers.payoutId, by.payoutId)
      const [row] = await db.select().from(sandboxTransfers).where(where)
      return row ? viewTransfer(row) : null
    },

    async *listTransfers(since) {
      const rows = readInPages((after) =>
        db
          .select()
          .from(sandboxTransfers)
          .where(and(gte(sandboxTransfers.createdAt, since), gt(sandboxTransfers.id, after)))
          .orderBy(asc(sandboxTransfers.id))
          .limit(PAGE),
      )
      for await (const row of rows) yield viewTransfer(row)
    },

    async *listBankPayouts(accountId, since) {
      await settleBankPayouts(options, accountId)
      const rows = await db
        .select()
        .from(sandboxBankPayouts)
        .where(
          and(
            eq(sandboxBankPayouts.accountId, accountId),
            gte(sandboxBankPayouts.createdAt, since),
          ),
        )
        .orderBy(asc(sandboxBankPayouts.createdAt), asc(sandboxBankPayouts.id))
      yield* rows.map(viewBankPayout)
    },

    getBalance: () => getBalance(db),

    async closeAccount(accountId) {
      await changeAccount(options, accountId, async (tx, account) => {
        if (account.state === 'closed') return
        const held = [...(await balancesOf(tx, accountId)).values()]
        if (held.some((balance) => balance !== 0)) {
          throw refusal('balance_left', 'The payout vendor refused: the account holds money.')
        }
        await moveAccount(options, tx, account, {
          state: 'closed',
          missing: [],
          missingBy: null,
          linkHash: null,
          email: null,
          name: null,
          bankLast4: null,
        })
      })
      await afterwards(undefined)
    },

    async restrict(accountId, { missing, missingBy }) {
      await changeAccount(options, accountId, (tx, account) =>
        moveAccount(options, tx, account, { state: 'restricted', missing, missingBy }),
      )
      await afterwards(undefined)
    },

    async settleBankPayout(id, what) {
      await settleBankPayout(options, id, what)
      await afterwards(undefined)
    },

    signatureHeader: SIGNATURE_HEADER,
    readWebhook(rawBody, headers) {
      const now = clock.now()
      const event = readSignedEvent<PayoutEvent['about']>(now, webhookSecret, rawBody, headers)
      const { id, type, created, about } = event
      return { id, name: type, occurredAt: new Date(created), about }
    },

    deliverEvents: () =>
      deliverPayoutEvents(options, {
        webhookSecret,
        deliver: (body, headers) => options.deliver(body, headers),
      }),

    mount: (server) => registerSandboxOnboarding(server, gateway),
  }
  return gateway
}
