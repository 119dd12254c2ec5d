import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { type JobRow, jobSteps, jobs, providerPaces, unfinished } from '../../schema/generation.ts'
import { wakeWorkers } from './job-news.ts'
import { databaseNow, hasSlotAt, takenSlots } from './lease.ts'
import { type SlotLimits, slotWaitMs } from './rules.ts'

/** A queued step that has not polled for this long loses its turn. */
const PATIENCE_SECONDS = 40

/**
 * Takes a slot at the provider for a step that is about to begin; answers false where the step must
 * wait. Slots are counted over all workers from the steps' own rows, so that a dead worker leaves
 * none taken.
 */
export async function acquireSlot(
  tx: TxCtx,
  job: JobRow,
  { id: stepId, provider }: { id: string; provider: string },
): Promise<boolean> {
  const limits = findSlotLimits(tx, provider)
  if (!limits) return true
  const pace = await lockRate(tx, provider)
  const step = and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, stepId))
  const [others] = await tx.db
    .select({
      taken: takenSlots(),
      ahead: sql<number>`count(*) filter (where ${jobSteps.slot} = 'wanted' and ${jobSteps.state} = 'pending'
        and ${jobSteps.checkAt} > ${databaseNow} - make_interval(secs => ${PATIENCE_SECONDS})
        and (${jobs.turn}, ${jobs.id}, ${jobSteps.stepId}) < (${job.turn}, ${job.id}, ${stepId}))::int`,
    })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(and(hasSlotAt(provider), unfinished, sql`not (${step})`))
  const waitMs = slotWaitMs(limits, {
    taken: others?.taken ?? 0,
    ahead: others?.ahead ?? 0,
    paceMs: pace.waitMs,
  })
  if (waitMs > 0) {
    const checkAt = sql`${databaseNow} + make_interval(secs => ${waitMs / 1000})`
    await tx.db.update(jobSteps).set({ provider, slot: 'wanted', checkAt }).where(step)
    return false
  }
  await tx.db.update(jobSteps).set({ provider, slot: 'taken' }).where(step)
  if (limits.perMinute !== undefined) {
    const next = sql`greatest(${providerPaces.nextAt}, ${databaseNow}) + make_interval(secs => ${60 / limits.perMinute})`
    await tx.db
      .update(providerPaces)
      .set({ nextAt: next })
      .where(eq(providerPaces.provider, provider))
  }
  return true
}

/** Serialises the workers that count a provider's slots. */
async function lockRate(tx: TxCtx, provider: string): Promise<{ waitMs: number }> {
  await tx.db.insert(providerPaces).values({ provider, nextAt: databaseNow }).onConflictDoNothing()
  const [pace] = await tx.db
    .select({
      waitMs: sql<number>`(extract(epoch from ${providerPaces.nextAt} - ${databaseNow}) * 1000)::float8`,
    })
    .from(providerPaces)
    .where(eq(providerPaces.provider, provider))
    .for('update')
  if (!pace) throw new Error('the provider has no pace')
  return pace
}

/** The operator's limits for a provider; most providers have none, which saves the statement. */
export function findSlotLimits({ config }: Ctx, provider: string): SlotLimits | undefined {
  const atOnce = config.PROVIDER_CONCURRENCY[provider]
  const perMinute = config.PROVIDER_RATE[provider]
  return atOnce === undefined && perMinute === undefined ? undefined : { atOnce, perMinute }
}

const WAKE_AT_ONCE = 8

/** After the commit, wakes the jobs that may take the slots that became free. */
export function wakeNextInLine(tx: TxCtx, provider: string): void {
  const atOnce = findSlotLimits(tx, provider)?.atOnce
  if (atOnce !== undefined) tx.afterCommit((ctx) => wakeForSlots(ctx, provider, atOnce))
}

async function wakeForSlots(ctx: Ctx, provider: string, atOnce: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [slots] = await tx.db
      .select({ taken: takenSlots() })
      .from(jobSteps)
      .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
      .where(and(hasSlotAt(provider), unfinished))
    const free = Math.min(WAKE_AT_ONCE, atOnce - (slots?.taken ?? 0))
    if (free <= 0) return
    const next = await tx.db
      .select({ jobId: jobs.id, stepId: jobSteps.stepId })
      .from(jobSteps)
      .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
      .where(and(hasSlotAt(provider), unfinished, eq(jobSteps.slot, 'wanted')))
      .orderBy(jobs.turn, jobs.id)
      .limit(free)
      // Two simultaneous releases wake different jobs; a locked job polls again by itself.
      .for('update', { of: jobs, skipLocked: true })
    for (const { jobId, stepId } of next) {
      await tx.db
        .update(jobSteps)
        .set({ checkAt: databaseNow })
        .where(and(eq(jobSteps.jobId, jobId), eq(jobSteps.stepId, stepId)))
      await tx.db.update(jobs).set({ wakeAt: databaseNow }).where(eq(jobs.id, jobId))
    }
    if (next.length > 0) wakeWorkers(tx)
  })
}
