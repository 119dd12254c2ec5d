import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { stuckStep } from '../generation/index.ts'
import { COUNTED_RUNS, type EndedRun } from './rules-health.ts'

interface FailedOrDelivered extends EndedRun {
  step: string | null
  message: string | null
}

interface Which {
  workflowId: string
  version: number
  creatorId: string
  /** Runs that began earlier are left out. */
  since: Date
}

/** Twice as many as count at most, since some runs do not count. */
const LOOKED_AT = COUNTED_RUNS * 2

/**
 * The newest delivered or failed runs of a version, without tests and the creator's own, the last
 * ended first.
 */
export async function listEndedRuns(
  ctx: Pick<Ctx, 'db'>,
  { workflowId, version, creatorId, since }: Which,
): Promise<FailedOrDelivered[]> {
  const newest = ctx.db
    .select({
      id: jobs.id,
      delivered: sql<boolean>`${jobs.status} = 'COMPLETED'`.as('delivered'),
      code: jobs.errorCode,
      message: sql<string | null>`coalesce(${jobs.errorDetail}, ${jobs.errorMessage})`.as(
        'message',
      ),
      ownerId: jobs.ownerId,
      card: payments.card,
      network: payments.network,
      finishedAt: jobs.finishedAt,
      step: stuckStep.as('step'),
    })
    .from(jobs)
    .leftJoin(payments, eq(payments.id, jobs.paymentId))
    .where(
      and(
        eq(jobs.workflowId, workflowId),
        gte(jobs.createdAt, since),
        eq(jobs.workflowVersion, version),
        inArray(jobs.status, ['COMPLETED', 'FAILED']),
        eq(jobs.test, false),
        ne(jobs.ownerId, creatorId),
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(LOOKED_AT)
    .as('newest')
  return ctx.db.select().from(newest).orderBy(desc(newest.finishedAt), desc(newest.id))
}
