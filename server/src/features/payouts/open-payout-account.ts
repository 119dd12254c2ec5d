import type { openPayoutAccount as route } from '@vignette/contract/payouts.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { GatewayError } from '../../providers/payouts/spec.ts'
import { type AccountRow, payoutAccounts } from '../../schema/payouts.ts'
import { lockCaller } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { paysThisBook } from './find-payout-gateway.ts'
import { findAccount } from './queries.ts'

/** Opens the caller's account at the vendor where there is none, and leads to the vendor's form. */
export async function openPayoutAccount(
  ctx: Ctx,
  { country }: { country: string },
): Promise<z.input<(typeof route)['answer']>> {
  requirePayouts(ctx)
  const row = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    if (owner.kind !== 'user' || owner.banned) {
      throw new AppError('forbidden', 'Only an account in good standing is paid out.')
    }
    return recordAccount(tx, owner.id, country)
  })
  const email = ctx.caller.principal?.email ?? null
  return openAccountForm(ctx, { row, country, email, page: '/studio/money' })
}

interface AccountForm {
  row: AccountRow
  country: string
  email: string | null
  /** Our page to which the vendor's form leads back. */
  page: string
}

/** Opens the account at the vendor where there is none, and leads to the vendor's form. */
export async function openAccountForm(
  ctx: Ctx,
  { row, country, email, page }: AccountForm,
): Promise<z.input<(typeof route)['answer']>> {
  if (row.state === 'rejected' || row.state === 'closed') {
    throw new AppError(
      'forbidden',
      'This payout account was refused or closed. Please write to us.',
    )
  }
  const { payoutGateway: gateway } = ctx
  try {
    const accountId = row.accountId ?? (await openAtVendor(ctx, row, country, email))
    const returnUrl = new URL(page, ctx.origin).href
    const link = await gateway.createOnboardingLink(accountId, { returnUrl, refreshUrl: returnUrl })
    return { url: link.url, expires_at: link.expiresAt.toISOString() }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new AppError('gateway_failed', error.publicMessage, { cause: error })
  }
}

export function requirePayouts(ctx: Ctx): void {
  if (!paysThisBook(ctx)) throw new AppError('gateway_failed', 'Payouts are not set up here yet.')
}

/** The person's row, written where there was none; the caller holds the person's lock. */
export async function recordAccount(
  tx: TxCtx,
  principalId: string,
  country: string,
): Promise<AccountRow> {
  const now = tx.clock.now()
  await tx.db
    .insert(payoutAccounts)
    .values({
      id: newId(),
      principalId,
      book: currentBook(tx),
      gateway: tx.payoutGateway.id,
      state: 'none',
      country,
      changedAt: now,
      lookedAt: now,
    })
    .onConflictDoNothing()
  const row = await findAccount(tx, principalId)
  if (!row) throw new Error('the payout account was not written')
  return row
}

/** The key names our row, so that two clicks open one account. */
async function openAtVendor(
  ctx: Ctx,
  row: AccountRow,
  country: string,
  email: string | null,
): Promise<string> {
  const { accountId } = await ctx.payoutGateway.openAccount({
    creatorId: row.principalId,
    email,
    country: row.country ?? country,
    idempotencyKey: `account:${row.id}`,
  })
  await ctx.db
    .update(payoutAccounts)
    .set({ accountId, state: 'started' })
    .where(eq(payoutAccounts.id, row.id))
  return accountId
}
