import type * as contract from '@vignette/contract/batches.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import {
  type BatchRecord,
  batches,
  type JobRow,
  jobs,
  unfinished,
} from '../../schema/generation.ts'
import { requireUser } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { findPayment, viewPayment } from '../payments/index.ts'
import { filesIn } from '../workflows/index.ts'
import { abandonJob } from './abandon-job.ts'
import type { Ending } from './end-job.ts'
import { settleBatch } from './settle-batch.ts'
import { nameFiles } from './view-test.ts'

/** A batch of another owner is answered as not found. */
export async function getOwnBatch(ctx: Ctx, id: string): Promise<BatchRecord> {
  const owner = requireUser(ctx)
  const [row] = await ctx.db
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), eq(batches.ownerId, owner.id)))
  if (!row) throw new AppError('not_found', 'There is no such batch.')
  return row
}

export interface MadeRow {
  job: JobRow
  /** Once it is delivered, and as long as its owner has it. */
  creation: CreationRow | null
}

export async function listRows(ctx: Ctx, batch: BatchRecord): Promise<MadeRow[]> {
  return ctx.db
    .select({ job: jobs, creation: creations })
    .from(jobs)
    .leftJoin(
      creations,
      and(
        eq(creations.id, jobs.creationId),
        eq(creations.ownerId, batch.ownerId),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
      ),
    )
    .where(eq(jobs.batchId, batch.id))
    .orderBy(asc(jobs.batchRow))
}

export async function getBatch(ctx: Ctx, id: string): Promise<contract.BatchView> {
  const batch = await getOwnBatch(ctx, id)
  const rows = await listRows(ctx, batch)
  const payment = batch.paymentId ? await findPayment(ctx, batch.paymentId) : undefined
  const media = await viewMediaOf(ctx, [
    ...rows.map(({ creation }) => creation?.mediaId ?? null),
    ...rows.flatMap(({ job }) => Object.values(job.inputs).flatMap(filesIn)),
  ])
  const count = (...which: JobRow['status'][]) =>
    rows.filter(({ job }) => which.includes(job.status)).length
  return {
    ...headOf(batch),
    delivered: count('COMPLETED'),
    ended_without: count('FAILED', 'CANCELLED'),
    ends_by: batch.endsBy.toISOString(),
    payment: payment ? viewPayment(payment) : null,
    rows: rows.map(({ job, creation }) => ({
      row: job.batchRow ?? 0,
      job_id: job.id,
      status: job.status,
      user_inputs: nameFiles(job.inputs, media),
      creation_id: creation?.id ?? null,
      media: media.get(creation?.mediaId ?? '') ?? null,
      error: errorOf(job),
    })),
  }
}

export function errorOf({ status, errorCode, errorMessage }: JobRow) {
  if (status !== 'FAILED') return null
  return { code: errorCode ?? 'failed', message: errorMessage ?? 'Job failed' }
}

export async function listBatches(
  ctx: Ctx,
  want: z.output<(typeof contract.listBatches)['query']>,
): Promise<z.input<(typeof contract.listBatches)['answer']>> {
  const { workflow_id: workflowId } = want
  const owner = requireUser(ctx)
  const list = {
    name: ['own batches', owner.id, workflowId],
    columns: [batches.createdAt, batches.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...want, offset: 0 }, (at) =>
    ctx.db
      .select({ batch: batches, key: at.key })
      .from(batches)
      .where(
        and(
          eq(batches.ownerId, owner.id),
          workflowId ? eq(batches.workflowId, workflowId) : undefined,
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const counts = await ctx.db
    .select({
      id: jobs.batchId,
      rows: sql<number>`count(*)::int`,
      delivered: sql<number>`(count(*) filter (where ${jobs.status} = 'COMPLETED'))::int`,
      ended_without: sql<number>`(count(*) filter (where ${jobs.status} in ('FAILED', 'CANCELLED')))::int`,
    })
    .from(jobs)
    .where(
      inArray(
        jobs.batchId,
        rows.map(({ batch }) => batch.id),
      ),
    )
    .groupBy(jobs.batchId)
  const countOf = new Map(counts.map(({ id, ...count }) => [id, count]))
  const none = { rows: 0, delivered: 0, ended_without: 0 }
  return {
    items: rows.map(({ batch }) => ({ ...headOf(batch), ...(countOf.get(batch.id) ?? none) })),
    next_cursor,
  }
}

function headOf(batch: BatchRecord) {
  return {
    id: batch.id,
    workflow_id: batch.workflowId,
    workflow_name: batch.workflowName,
    public: batch.public,
    created_at: batch.createdAt.toISOString(),
    finished_at: batch.finishedAt?.toISOString() ?? null,
  }
}

/** Ends the rows that have not ended; what was delivered stays, and is charged. */
export async function cancelBatch(ctx: Ctx, id: string): Promise<contract.BatchView> {
  const batch = await getOwnBatch(ctx, id)
  const ended = await endRows(ctx, batch.id, 'owner')
  if (ended === 0) throw new AppError('job_finished', 'This batch has already ended.')
  return getBatch(ctx, id)
}

async function endRows(
  ctx: Ctx,
  batchId: string,
  by: Extract<Ending, { status: 'CANCELLED' }>['by'],
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    // All rows are locked before the first one locks the batch, as a delivery does.
    const left = await tx.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.batchId, batchId), unfinished))
      .orderBy(desc(jobs.inLine), jobs.id)
      .for('update')
    for (const job of left) await abandonJob(tx, job, { status: 'CANCELLED', by })
    // Of a process of an older version: the rows have ended, and their batch has not.
    if (left.length === 0) await settleBatch(tx, { batchId })
    return left.length
  })
}

const AT_ONCE = 20

/** Ends batches whose time is over, so that an authorisation does not lapse before its capture. */
export async function endOverdueBatches(ctx: Ctx): Promise<void> {
  const overdue = ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(isNull(batches.finishedAt), lt(batches.endsBy, ctx.clock.now())))
    .limit(AT_ONCE)
  await sweepEach(ctx, overdue, ({ id }) => endRows(ctx, id, 'operator'))
}
