import type { listAllDisputes as route } from '@vignette/contract/disputes.ts'
import { eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'
import { type PaymentRow, paymentDisputes, payments } from '../payments/index.ts'
import { findWarned, viewWarning } from './list-warnings.ts'
import { readDisputes } from './read-disputes.ts'
import { viewDispute } from './view-dispute.ts'

export async function listAllDisputes(
  ctx: Ctx,
  { show, ...place }: { show: 'waiting' | 'all'; limit: number; cursor?: string | undefined },
): Promise<z.input<(typeof route)['answer']>> {
  requireAdmin(ctx)
  const waiting = eq(paymentDisputes.phase, 'needs_response')
  const { rows, next_cursor } = await readDisputes(ctx, {
    ...place,
    name: ['all disputes', show],
    which: show === 'waiting' ? waiting : undefined,
  })
  const warned = await findWarned(ctx, inArray(payments.state, ['captured']))
  const creators = [...rows.map(({ payment }) => payment), ...warned].map(creatorOf)
  const people = await findPrincipals(ctx, creators)
  const handleOf = (id: string) => people.get(id)?.handle ?? ''
  const warnings = await Promise.all(
    warned.map(async (payment) => ({
      ...(await viewWarning(ctx, payment)),
      creator_handle: handleOf(creatorOf(payment)),
    })),
  )
  return {
    disputes: rows.map((row) => ({
      ...viewDispute(ctx, row),
      creator_handle: handleOf(creatorOf(row.payment)),
    })),
    warnings: warnings.filter(({ amount }) => amount > 0),
    next_cursor,
  }
}

/** A creator who ran their own recipe is the buyer as well. */
const creatorOf = ({ creatorId, buyerId }: Pick<PaymentRow, 'creatorId' | 'buyerId'>) =>
  creatorId ?? buyerId
