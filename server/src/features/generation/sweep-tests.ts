import { TESTS } from '@vignette/contract/test-limits.ts'
import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { mediaPorts } from '../media/index.ts'
import { dropTests } from './drop-tests.ts'
import { jobSteps, jobs } from './tables.ts'

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
  const named = new Set<string>()
  for await (const some of mediaPorts.namedFiles.askEach(tx, { mediaIds })) {
    for (const id of some) named.add(id)
  }
  return new Set(made.filter(({ mediaId }) => mediaId && named.has(mediaId)).map((s) => s.jobId))
}
