import { TESTS } from '@vignette/contract/test-limits.ts'
import { and, asc, eq, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { jobAttempts, jobSteps, jobs, testedDocuments } from '../../schema/generation.ts'
import { listNamed, setMediaDeleted } from '../media/index.ts'

const BATCH = 100

export const sweepTests = defineTask({
  name: 'generation.sweep-tests',
  retryLimit: 2,
  cron: '23 * * * *',
  run: runSweepTests,
})

/** Deletes ended tests after their days, with their products and texts; a product in use keeps its test. */
async function runSweepTests(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, TESTS.keptDays * 24)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const last = await inTransaction(ctx, (tx) => dropSome(tx, before, after))
    if (last === undefined) break
    after = last
  }
}

/** Answers the last id that was looked at, or undefined after the last batch. */
async function dropSome(tx: TxCtx, before: Date, after: string): Promise<string | undefined> {
  const due = await tx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNotNull(jobs.documentHash),
        isNotNull(jobs.finishedAt),
        lt(jobs.createdAt, before),
        sql`${jobs.id} > ${after}`,
      ),
    )
    .orderBy(jobs.id)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const ids = due.map((row) => row.id)
  const last = ids.at(-1)
  if (last === undefined) return undefined
  const kept = await findKept(tx, ids)
  await dropTests(
    tx,
    ids.filter((id) => !kept.has(id)),
  )
  return last
}

/** The tests with a product that a workflow or a creation names. */
async function findKept(tx: TxCtx, ids: string[]): Promise<Set<string>> {
  const made = await tx.db
    .select({ jobId: jobSteps.jobId, mediaId: jobSteps.mediaId })
    .from(jobSteps)
    .where(and(inArray(jobSteps.jobId, ids), isNotNull(jobSteps.mediaId)))
  const mediaIds = made.flatMap((step) => step.mediaId ?? [])
  const named = await listNamed(tx, mediaIds)
  return new Set(made.filter(({ mediaId }) => mediaId && named.has(mediaId)).map((s) => s.jobId))
}

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
