import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId } from '../identity/index.ts'
import { readLeavingLink } from '../notices/index.ts'
import { getPosition } from './get-position.ts'
import { findLastPayout } from './queries.ts'
import { divideUnpaid, type UnpaidLine } from './rules.ts'

export interface Left {
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
export async function readLeft(ctx: Ctx, token: string): Promise<Left> {
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
