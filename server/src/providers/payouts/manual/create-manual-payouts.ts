import { randomBytes } from 'node:crypto'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { and, asc, eq, gt, gte, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { readInPages } from '../../../platform/db/read-page.ts'
import {
  hashSecret,
  newSecret,
  type Secret,
  seal,
  signaturesOf,
  unseal,
} from '../../../platform/secrets.ts'
import {
  type BankDetails,
  GatewayError,
  type PayoutAccountView,
  type TransferView,
} from '../spec.ts'
import { checkDetails } from './check-details.ts'
import { type ManualPayouts, registerManualDetails } from './details-page.ts'
import {
  type ManualAccount,
  type ManualTransfer,
  manualAccounts,
  manualTransfers,
} from './tables.ts'

interface ManualOptions {
  db: Db
  clock: { now(): Date }
  /** The server's secret, with which bank details are sealed. */
  secret: Secret
  testMode: boolean
  /**
   * Keeps what the form gave in a transaction that also tells the server of the account's new view,
   * null where nothing was kept; without it the server hears of a change when it next looks.
   */
  keep?: (save: (db: Db) => Promise<PayoutAccountView | null>) => Promise<boolean>
}

const LINK_MS = 60 * 60_000
const PAGE = 100
/** What is sealed with the secret. */
export const BANK_DETAILS = 'bank details'
const WAIT_MS = PAYOUT.accountWaitHours * 60 * 60_000

const refusal = (code: string, message: string) =>
  new GatewayError(code, message, { retryable: false })

const newManualId = (prefix: string) => `${prefix}_manual_${randomBytes(12).toString('hex')}`

/**
 * Without a vendor: creators give their bank details to us, a transfer is a line of the list that the
 * operator pays, and the operator's word says what became of the line.
 */
export function createManualPayouts(options: ManualOptions): ManualPayouts {
  const { db, clock, secret } = options
  const keep = options.keep ?? (async (save) => (await db.transaction(save)) !== null)

  async function findRow(accountId: string): Promise<ManualAccount | undefined> {
    const [row] = await db.select().from(manualAccounts).where(eq(manualAccounts.id, accountId))
    return row
  }

  async function getRow(accountId: string): Promise<ManualAccount> {
    const row = await findRow(accountId)
    if (!row) throw refusal('resource_missing', 'There is no such payout account.')
    return row
  }

  /** Null where the server's secret has changed since. */
  function open({ details }: { details: string | null }): BankDetails | null {
    const text = details ? unseal(secret, BANK_DETAILS, details) : undefined
    return text ? (JSON.parse(text) as BankDetails) : null
  }

  const byLink = (link: string) => eq(manualAccounts.linkHash, hashSecret(link))

  const gateway: ManualPayouts = {
    id: 'manual',
    testMode: options.testMode,

    async openAccount({ country, idempotencyKey }) {
      await db
        .insert(manualAccounts)
        .values({
          id: newManualId('acct'),
          requestKey: idempotencyKey,
          country,
          state: 'started',
          createdAt: clock.now(),
        })
        .onConflictDoNothing()
      const [row] = await db
        .select({ id: manualAccounts.id })
        .from(manualAccounts)
        .where(eq(manualAccounts.requestKey, idempotencyKey))
      if (!row) throw new Error('the payout account was not stored')
      return { accountId: row.id }
    },

    async createOnboardingLink(accountId, { returnUrl, refreshUrl }) {
      const { state } = await getRow(accountId)
      if (state === 'closed') throw refusal('account_ended', 'This payout account is closed.')
      const link = newSecret()
      const linkExpiresAt = new Date(clock.now().getTime() + LINK_MS)
      await db
        .update(manualAccounts)
        .set({ linkHash: hashSecret(link), linkExpiresAt, linkUsedAt: null, returnUrl, refreshUrl })
        .where(eq(manualAccounts.id, accountId))
      const url = new URL(`/payout-account/${link}`, returnUrl).href
      return { url, expiresAt: linkExpiresAt }
    },

    async findLink(link) {
      const [row] = await db.select().from(manualAccounts).where(byLink(link))
      if (!row?.linkExpiresAt) return null
      if (row.linkUsedAt) return { leadsTo: row.returnUrl }
      return { leadsTo: row.linkExpiresAt <= clock.now() ? row.refreshUrl : null }
    },

    async keepDetails(link, form) {
      const verdict = checkDetails(form)
      const now = clock.now()
      const isOpen = and(
        byLink(link),
        ne(manualAccounts.state, 'closed'),
        isNull(manualAccounts.linkUsedAt),
        gt(manualAccounts.linkExpiresAt, now),
      )
      if (!verdict.accepted) {
        const [row] = await db.select().from(manualAccounts).where(isOpen)
        return row ? verdict : 'ended'
      }
      const { name, kind, account, bank } = verdict.details
      const given = JSON.stringify([name, kind, account, bank])
      const hashes = signaturesOf(secret, BANK_DETAILS, given)
      const kept = await keep(async (tx) => {
        const [before] = await tx.select().from(manualAccounts).where(isOpen).for('update')
        if (!before) return null
        // The same account again keeps its hash, whichever secret made it, so that no creator waits anew.
        const same = hashes.find((one) => one === before.bankHash)
        const [row] = await tx
          .update(manualAccounts)
          .set({
            state: 'ready',
            details: seal(secret, BANK_DETAILS, JSON.stringify(verdict.details)),
            bankLast4: account.slice(-4),
            bankHash: same ?? hashes[0],
            changedAt: same ? before.changedAt : now,
            linkUsedAt: now,
          })
          .where(eq(manualAccounts.id, before.id))
          .returning()
        return row ? viewAccount(row, true) : null
      })
      return kept ? verdict : 'ended'
    },

    async findAccount(accountId) {
      const row = await findRow(accountId)
      return row ? viewAccount(row, open(row) !== null) : null
    },

    async findBankDetails(payoutId) {
      const [row] = await db
        .select()
        .from(manualTransfers)
        .where(eq(manualTransfers.payoutId, payoutId))
      return row ? open(row) : null
    },

    async transfer({ payoutId, accountId, amount, currency }) {
      const row = await getRow(accountId)
      const [before] = await db
        .select()
        .from(manualTransfers)
        .where(eq(manualTransfers.payoutId, payoutId))
      if (!before && !open(row)) {
        throw refusal('account_restricted', 'This payout account has no bank details.')
      }
      if (!before && (row.changedAt?.getTime() ?? 0) + WAIT_MS > clock.now().getTime()) {
        throw refusal(
          'account_restricted',
          `New bank details are used after ${PAYOUT.accountWaitHours} hours.`,
        )
      }
      await db
        .insert(manualTransfers)
        .values({
          id: newManualId('tr'),
          payoutId,
          accountId,
          amount,
          currency,
          details: row.details,
          createdAt: clock.now(),
        })
        .onConflictDoNothing()
      const [made] = await db
        .select()
        .from(manualTransfers)
        .where(eq(manualTransfers.payoutId, payoutId))
      if (!made) throw new Error('the transfer was not stored')
      if (made.accountId !== accountId || made.amount !== amount || made.currency !== currency) {
        throw refusal('idempotency_error', 'This payout was asked for with another sum or account.')
      }
      return viewTransfer(made)
    },

    reverse() {
      throw refusal('not_reversible', 'A payout made by hand is taken back by the bank alone.')
    },

    async findTransfer(by) {
      const where =
        'transferId' in by
          ? eq(manualTransfers.id, by.transferId)
          : eq(manualTransfers.payoutId, by.payoutId)
      const [row] = await db.select().from(manualTransfers).where(where)
      return row ? viewTransfer(row) : null
    },

    async *listTransfers(since) {
      const rows = readInPages((after) =>
        db
          .select()
          .from(manualTransfers)
          .where(and(gte(manualTransfers.createdAt, since), gt(manualTransfers.id, after)))
          .orderBy(asc(manualTransfers.id))
          .limit(PAGE),
      )
      for await (const row of rows) yield viewTransfer(row)
    },

    // The operator says what became of a payout; no bank tells us.
    async *listBankPayouts() {},

    getBalance: () => Promise.resolve(null),

    async closeAccount(accountId) {
      await getRow(accountId)
      await db.transaction(async (tx) => {
        await tx
          .update(manualAccounts)
          .set({ state: 'closed', details: null, bankHash: null, linkHash: null })
          .where(eq(manualAccounts.id, accountId))
        await tx
          .update(manualTransfers)
          .set({ details: null })
          .where(eq(manualTransfers.accountId, accountId))
      })
    },

    signatureHeader: undefined,
    readWebhook() {
      throw refusal('bad_signature', 'No vendor sends events about payouts made by hand.')
    },

    mount: (server) => registerManualDetails(server, gateway),
  }
  return gateway
}

function viewAccount(row: ManualAccount, isReadable: boolean): PayoutAccountView {
  const { id: accountId, country, bankLast4, bankHash } = row
  const seen = { accountId, country, bankLast4, bankHash, missingBy: null }
  if (row.state === 'closed') return { ...seen, state: 'closed', missing: [], reason: null }
  if (isReadable) return { ...seen, state: 'ready', missing: [], reason: null }
  return row.state === 'started' && !row.bankLast4
    ? { ...seen, state: 'started', missing: ['a bank account'], reason: null }
    : {
        ...seen,
        state: 'restricted',
        missing: ['your bank account once more'],
        reason: 'The stored details can no longer be read.',
      }
}

function viewTransfer({ id, ...row }: ManualTransfer): TransferView {
  const { payoutId, accountId, amount, currency, createdAt } = row
  return {
    transferId: id,
    payoutId,
    accountId,
    amount,
    reversed: 0,
    currency,
    state: 'made',
    createdAt,
  }
}
