import type { listPurchases as route } from '@vignette/contract/purchases.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { creations } from '../creations/index.ts'
import { requireVisitor } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { payments, viewReceipt } from '../payments/index.ts'
import { workflows } from '../workflows/index.ts'
import { hasCreation, isAuthorised } from './queries.ts'

export async function listPurchases(
  ctx: Ctx,
  input: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  const buyer = requireVisitor(ctx)
  const list = {
    name: ['purchases', buyer.id],
    columns: [payments.createdAt, payments.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({
        payment: payments,
        creationId: creations.id,
        made: creations.mediaId,
        sample: workflows.sampleMediaId,
        key: at.key,
      })
      .from(payments)
      .leftJoin(creations, hasCreation)
      .leftJoin(
        workflows,
        and(
          eq(workflows.id, payments.workflowId),
          isNull(workflows.hiddenAt),
          isNull(workflows.deletedAt),
        ),
      )
      .where(and(eq(payments.buyerId, buyer.id), isAuthorised, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const media = await viewMediaOf(
    ctx,
    rows.map(({ made, sample }) => made ?? sample),
  )
  return {
    purchases: rows.map(({ payment, creationId, made, sample }) => ({
      ...viewReceipt(payment, []),
      creation_id: creationId,
      media: media.get(made ?? sample ?? '') ?? null,
    })),
    next_cursor,
  }
}
