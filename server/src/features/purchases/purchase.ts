import type {
  getPurchase as purchaseRoute,
  listPurchases as purchasesRoute,
} from '@vignette/contract/purchases.ts'
import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { batches } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { workflows } from '../../schema/workflows.ts'
import { requireVisitor } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { signReceipt } from '../notices/index.ts'
import { listGivenBack, viewReceipt } from '../payments/index.ts'

export async function listPurchases(
  ctx: Ctx,
  input: z.output<(typeof purchasesRoute)['query']>,
): Promise<z.input<(typeof purchasesRoute)['answer']>> {
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
        files: creations.fileCount,
        batchId: batches.id,
        sample: workflows.sampleMediaId,
        key: at.key,
      })
      .from(payments)
      .leftJoin(creations, hasCreation)
      .leftJoin(batches, eq(batches.paymentId, payments.id))
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
    purchases: rows.map(({ payment, creationId, made, files, batchId, sample }) => ({
      ...viewReceipt(ctx, payment, []),
      creation_id: creationId,
      ...countOf(files),
      ...(batchId && { batch_id: batchId }),
      media: media.get(made ?? sample ?? '') ?? null,
    })),
    next_cursor,
  }
}

export async function getPurchase(
  ctx: Ctx,
  paymentId: string,
): Promise<z.input<(typeof purchaseRoute)['answer']>> {
  const buyer = requireVisitor(ctx)
  const [found] = await ctx.db
    .select({
      payment: payments,
      creationId: creations.id,
      made: creations.mediaId,
      files: creations.fileCount,
      batchId: batches.id,
    })
    .from(payments)
    .leftJoin(creations, hasCreation)
    .leftJoin(batches, eq(batches.paymentId, payments.id))
    .where(and(eq(payments.id, paymentId), eq(payments.buyerId, buyer.id), isAuthorised))
  if (!found) throw new AppError('not_found', 'There is no such purchase.')
  const { payment, creationId, made, files, batchId } = found
  const token = signReceipt(ctx, { paymentId, buyerId: buyer.id }, ctx.clock.now())
  return {
    receipt: viewReceipt(ctx, payment, await listGivenBack(ctx, paymentId)),
    creation_id: creationId,
    ...countOf(files),
    ...(batchId && { batch_id: batchId }),
    media: (await viewMediaOf(ctx, [made])).get(made ?? '') ?? null,
    link: buyer.kind === 'visitor' ? `${ctx.origin}/receipt#${token}` : null,
  }
}

const countOf = (files: number | null) => (files !== null && files > 1 ? { file_count: files } : {})

/** A checkout that was never paid is no purchase. */
const isAuthorised = notInArray(payments.state, ['created', 'expired'])

/** The creation of a payment, as long as the buyer has it. */
const hasCreation = and(
  eq(creations.id, payments.creationId),
  eq(creations.ownerId, payments.buyerId),
  isNotNull(creations.deliveredAt),
  isNull(creations.deletedAt),
)
