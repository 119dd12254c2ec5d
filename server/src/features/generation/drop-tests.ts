import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaDeleted } from '../media/index.ts'
import { jobAttempts, jobSteps, jobs, testedDocuments } from './tables.ts'

/** Deletes ended tests, whose rows are locked, with the products and texts that no other test has. */
export async function dropTests(tx: TxCtx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const steps = await tx.db
    .delete(jobSteps)
    .where(inArray(jobSteps.jobId, ids))
    .returning({ mediaId: jobSteps.mediaId })
  await tx.db.delete(jobAttempts).where(inArray(jobAttempts.jobId, ids))
  const gone = await tx.db
    .delete(jobs)
    .where(inArray(jobs.id, ids))
    .returning({ hash: jobs.documentHash })
  await dropProducts(
    tx,
    steps.flatMap(({ mediaId }) => mediaId ?? []),
  )
  await dropDocuments(
    tx,
    gone.flatMap(({ hash }) => hash ?? []),
  )
}

async function dropProducts(tx: TxCtx, mediaIds: string[]): Promise<void> {
  if (mediaIds.length === 0) return
  const taken = await tx.db
    .select({ mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(sql`${jobSteps.mediaId} = any(${sql.param(mediaIds)}::uuid[])`)
  const others = new Set(taken.map(({ mediaId }) => mediaId))
  for (const id of new Set(mediaIds)) if (!others.has(id)) await setMediaDeleted(tx, id, true)
}

async function dropDocuments(tx: TxCtx, hashes: string[]): Promise<void> {
  const named = inArray(testedDocuments.hash, hashes)
  // A test that begins with the same text holds this lock until its row can be seen.
  await tx.db
    .select({ hash: testedDocuments.hash })
    .from(testedDocuments)
    .where(named)
    .orderBy(asc(testedDocuments.hash))
    .for('update')
  const used = tx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.documentHash, testedDocuments.hash))
  await tx.db.delete(testedDocuments).where(and(named, notExists(used)))
}
