import { eq, sql } from 'drizzle-orm'
import type { Ctx, Principal } from '../../../ctx.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { workflows } from '../../workflows/index.ts'
import { currentBook } from '../current-book.ts'
import { findAuthorized } from './find-authorized.ts'
import { findBySession } from './queries.ts'
import { refreshPayment } from './refresh-payment.ts'

interface PaidRun {
  paymentId: string
  workflowVersion: number
  /** Whether a creator paid for a run of their own recipe. */
  isOwn: boolean
}

/**
 * The version that the buyer has paid for and not yet received: it runs even where the recipe has
 * since changed its price or been withdrawn. May ask the gateway, so call this before the run's
 * transaction.
 */
export async function findPaidRun(
  ctx: Ctx,
  want: { buyer: Principal; workflowId: string; sessionId?: string | undefined },
): Promise<PaidRun | undefined> {
  if (!want.sessionId && (await isFreeNow(ctx, want.workflowId))) return undefined
  const found = want.sessionId
    ? await findBySession(ctx, want.buyer.id, want.sessionId)
    : await findAuthorized(ctx, want.buyer.id, want.workflowId)
  if (!found || found.workflowId !== want.workflowId) return undefined
  if (found.book !== currentBook(ctx)) return undefined
  const payment = await refreshPayment(ctx, found)
  if (payment.state !== 'authorized' || payment.jobId) return undefined
  return {
    paymentId: payment.id,
    workflowVersion: payment.workflowVersion,
    isOwn: payment.creatorId === null,
  }
}

const priceNow = prepared((db) =>
  db
    .select({ price: workflows.price, deletedAt: workflows.deletedAt })
    .from(workflows)
    .where(eq(workflows.id, sql.placeholder('id'))),
)

/** A recipe that has become free charges only a buyer who returns from the checkout itself. */
async function isFreeNow(ctx: Ctx, workflowId: string): Promise<boolean> {
  const [row] = await priceNow(ctx.db).execute({ id: workflowId })
  return row !== undefined && row.price === 0 && row.deletedAt === null
}
