import type { PayoutAccountView } from '@vignette/contract/payouts.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GatewayError } from '../../providers/payouts/spec.ts'
import { type AccountRow, payoutSettings } from '../../schema/payouts.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { findAccount } from './queries.ts'
import { refreshAccount } from './refresh-account.ts'

export function getPayoutAccount(ctx: Ctx): Promise<PayoutAccountView> {
  return readAccount(ctx, requireVisitor(ctx).id)
}

/** An unfinished account is asked after at the vendor at most this often. */
const LOOK_EVERY_MS = 5_000

/** A person's payout account, as its owner may see it. */
export async function readAccount(ctx: Ctx, principalId: string): Promise<PayoutAccountView> {
  const row = await findAccount(ctx, principalId)
  const now = row ? await lookAgain(ctx, row) : undefined
  return {
    state: now?.state ?? 'none',
    missing: now?.missing ?? [],
    missing_by: now?.missingBy?.toISOString() ?? null,
    country: now?.country ?? null,
    bank_last4: now?.bankLast4 ?? null,
    reason: now?.reason ?? null,
    usable_from: now?.usableFrom?.toISOString() ?? null,
    vendor: ctx.payoutGateway.id,
  }
}

/** The creator may come from the vendor's form before the vendor's event does. */
async function lookAgain(ctx: Ctx, row: AccountRow): Promise<AccountRow> {
  const isFresh = ctx.clock.now().getTime() - row.lookedAt.getTime() < LOOK_EVERY_MS
  if (!row.accountId || row.state === 'ready' || row.state === 'closed' || isFresh) return row
  try {
    return (await refreshAccount(ctx, row.accountId)) ?? row
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn({ err: error }, 'the vendor of payouts could not be asked')
    return row
  }
}

export async function updatePayoutSettings(
  ctx: Ctx,
  { minimum }: { minimum: number },
): Promise<{ minimum: number }> {
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    if (owner.kind !== 'user') throw new AppError('sign_in_required', 'Sign in to choose this.')
    const set = { minimum, changedAt: tx.clock.now() }
    await tx.db
      .insert(payoutSettings)
      .values({ principalId: owner.id, ...set })
      .onConflictDoUpdate({ target: payoutSettings.principalId, set })
    return { minimum }
  })
}
