import type { getPurchase as route } from '@vignette/contract/purchases.ts'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../creations/index.ts'
import { requireVisitor } from '../identity/index.ts'
import { signReceipt } from '../notices/index.ts'
import { listGivenBack, payments, viewReceipt } from '../payments/index.ts'
import { hasCreation, isAuthorised } from './queries.ts'

export async function getPurchase(
  ctx: Ctx,
  paymentId: string,
): Promise<z.input<(typeof route)['answer']>> {
  const buyer = requireVisitor(ctx)
  const [found] = await ctx.db
    .select({ payment: payments, creationId: creations.id })
    .from(payments)
    .leftJoin(creations, hasCreation)
    .where(and(eq(payments.id, paymentId), eq(payments.buyerId, buyer.id), isAuthorised))
  if (!found) throw new AppError('not_found', 'There is no such purchase.')
  const { payment, creationId } = found
  const token = signReceipt(ctx, { paymentId, buyerId: buyer.id }, ctx.clock.now())
  return {
    receipt: viewReceipt(payment, await listGivenBack(ctx, paymentId)),
    creation_id: creationId,
    link: buyer.kind === 'visitor' ? `${ctx.origin}/receipt#${token}` : null,
  }
}
