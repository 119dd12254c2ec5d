import { currencyHere } from '@vignette/contract/currency.ts'
import type {
  openLeftAccount as leftAccountRoute,
  getLeftMoney as leftMoneyRoute,
} from '@vignette/contract/leaving.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId, lockActing } from '../identity/index.ts'
import { LEAVING_DAYS, readLeavingLink } from '../notices/index.ts'
import { readAccount } from './account.ts'
import { openAccountForm, recordAccount, requirePayouts } from './open-payout-account.ts'
import { getPosition } from './position.ts'
import { findLastPayout } from './queries.ts'
import { divideUnpaid, HOUR_MS, nextRunAt, sumLines, type UnpaidLine } from './rules.ts'
import { viewLine } from './view-payout.ts'

/** What is not paid yet of a deleted account, for the holder of its link. */
export async function getLeftMoney(
  ctx: Ctx,
  { token }: { token: string },
): Promise<z.input<(typeof leftMoneyRoute)['answer']>> {
  const { principalId } = await readLeft(ctx, token)
  // The vendor is asked first, so that the lines know of details that were just given.
  const account = await readAccount(ctx, principalId)
  const { lines, mayOpen, deletedAt } = await readLeft(ctx, token)
  return {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    unpaid: sumLines(lines),
    lines: lines.map(viewLine),
    account,
    may_open: mayOpen,
    next_run: nextRunAt(ctx.clock.now()).toISOString(),
    until: new Date(deletedAt.getTime() + LEAVING_DAYS * 24 * HOUR_MS).toISOString(),
  }
}

/** Leads the owner of a deleted account to the vendor's form; the link is the authority. */
export async function openLeftAccount(
  ctx: Ctx,
  { token, country, email }: { token: string; country: string; email?: string | undefined },
): Promise<z.input<(typeof leftAccountRoute)['answer']>> {
  requirePayouts(ctx)
  const { principalId } = await readLeft(ctx, token)
  const row = await inTransaction(ctx, async (tx) => {
    await lockActing(tx, principalId, 'no key update')
    if (!(await readLeft(tx, token)).mayOpen) {
      throw new AppError(
        'forbidden',
        'No bank details are needed now. To change those in use, write to us.',
      )
    }
    return recordAccount(tx, principalId, country)
  })
  return openAccountForm(ctx, { row, country, email: email ?? null, page: '/leaving' })
}

interface Left {
  principalId: string
  lines: UnpaidLine[]
  /** Whether the holder of the link may give bank details now. */
  mayOpen: boolean
  deletedAt: Date
}

const ENDED = new Set(['rejected', 'closed'])

/**
 * What a deleted account left, by its link; refuses a link that is forged, too old, or of an account
 * that still exists. A bank account in use is not changed by a link, which a thief of letters may
 * hold, unless the bank refuses the money.
 */
async function readLeft(ctx: Ctx, token: string): Promise<Left> {
  const id = readLeavingLink(ctx, token)
  const person = id ? await findByAnyId(ctx, id) : undefined
  if (!person?.deletedAt) {
    throw new AppError('not_found', 'This link is not whole, or older than a year.')
  }
  const now = ctx.clock.now()
  const { id: principalId, deletedAt, bannedAt } = person
  const position = await getPosition(ctx, principalId, now)
  const lines = divideUnpaid(position, now)
  const state = position.account?.state ?? 'none'
  const last = await findLastPayout(ctx, principalId)
  const isRefused =
    last?.state === 'returned' || lines.some(({ reason }) => reason === 'bank_refused')
  const isNeeded = state !== 'ready' || isRefused
  const mayOpen =
    !bannedAt && !ENDED.has(state) && isNeeded && lines.some(({ amount }) => amount > 0)
  return { principalId, lines, mayOpen, deletedAt }
}
