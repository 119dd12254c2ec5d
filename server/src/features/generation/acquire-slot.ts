import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { unfinished } from './job-lease.ts'
import { type SlotLimits, slotWaitMs } from './rules.ts'
import { type JobRow, jobSteps, jobs, providerPaces } from './tables.ts'
import { wakeWorkers } from './wake-workers.ts'

/** A queued step that has not polled for this long loses its turn. */
const PATIENCE_SECONDS = 40
const WAKE_AT_ONCE = 8

const now = sql`clock_timestamp()`

/** The operator's limits for a provider; most providers have none, which saves the statement. */
function limitsOf({ config }: Ctx, provider: string): SlotLimits | undefined {
  const atOnce = config.PROVIDER_CONCURRENCY[provider]
  const perMinute = config.PROVIDER_RATE[provider]
  return atOnce === undefined && perMinute === undefined ? undefined : { atOnce, perMinute }
}

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
  const limits = limitsOf(tx, provider)
  if (!limits) return true
  const pace = await lockRate(tx, provider)
  const step = and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, stepId))
  const [others] = await tx.db
    .select({
      taken: taken(),
      ahead: sql<number>`count(*) filter (where ${jobSteps.slot} = 'wanted' and ${jobSteps.state} = 'pending'
        and ${jobSteps.checkAt} > ${now} - make_interval(secs => ${PATIENCE_SECONDS})
        and (${jobs.turn}, ${jobs.id}, ${jobSteps.stepId}) < (${job.turn}, ${job.id}, ${stepId}))::int`,
    })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(and(atProvider(provider), unfinished, sql`not (${step})`))
  const waitMs = slotWaitMs(limits, {
    taken: others?.taken ?? 0,
    ahead: others?.ahead ?? 0,
    paceMs: pace.waitMs,
  })
  if (waitMs > 0) {
    const checkAt = sql`${now} + make_interval(secs => ${waitMs / 1000})`
    await tx.db.update(jobSteps).set({ provider, slot: 'wanted', checkAt }).where(step)
    return false
  }
  await tx.db.update(jobSteps).set({ provider, slot: 'taken' }).where(step)
  if (limits.perMinute !== undefined) {
    const next = sql`greatest(${providerPaces.nextAt}, ${now}) + make_interval(secs => ${60 / limits.perMinute})`
    await tx.db
      .update(providerPaces)
      .set({ nextAt: next })
      .where(eq(providerPaces.provider, provider))
  }
  return true
}

/** After the commit, wakes the jobs that may take the slots that became free. */
export function wakeNextInLine(tx: TxCtx, provider: string): void {
  const atOnce = limitsOf(tx, provider)?.atOnce
  if (atOnce !== undefined) tx.afterCommit((ctx) => wakeForSlots(ctx, provider, atOnce))
}

async function wakeForSlots(ctx: Ctx, provider: string, atOnce: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [slots] = await tx.db
      .select({ taken: taken() })
      .from(jobSteps)
      .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
      .where(and(atProvider(provider), unfinished))
    const free = Math.min(WAKE_AT_ONCE, atOnce - (slots?.taken ?? 0))
    if (free <= 0) return
    const next = await tx.db
      .select({ jobId: jobs.id, stepId: jobSteps.stepId })
      .from(jobSteps)
      .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
      .where(and(atProvider(provider), unfinished, eq(jobSteps.slot, 'wanted')))
      .orderBy(jobs.turn, jobs.id)
      .limit(free)
      // Two simultaneous releases wake different jobs; a locked job polls again by itself.
      .for('update', { of: jobs, skipLocked: true })
    for (const { jobId, stepId } of next) {
      await tx.db
        .update(jobSteps)
        .set({ checkAt: now })
        .where(and(eq(jobSteps.jobId, jobId), eq(jobSteps.stepId, stepId)))
      await tx.db.update(jobs).set({ wakeAt: now }).where(eq(jobs.id, jobId))
    }
    if (next.length > 0) wakeWorkers(tx)
  })
}

/** Releases the slots of a job that ends without a delivery. */
export async function releaseSlots(tx: TxCtx, jobId: string): Promise<void> {
  const left = await tx.db
    .update(jobSteps)
    .set({ slot: null })
    .where(and(eq(jobSteps.jobId, jobId), isNotNull(jobSteps.slot)))
    .returning({ provider: jobSteps.provider })
  for (const provider of new Set(left.map((row) => row.provider))) {
    if (provider) wakeNextInLine(tx, provider)
  }
}

function taken() {
  return sql<number>`count(*) filter (where ${jobSteps.slot} = 'taken' and ${jobSteps.state} in ('running', 'waiting'))::int`
}

function atProvider(provider: string) {
  return and(eq(jobSteps.provider, provider), isNotNull(jobSteps.slot))
}

/** Serialises the workers that count a provider's slots. */
async function lockRate(tx: TxCtx, provider: string): Promise<{ waitMs: number }> {
  await tx.db.insert(providerPaces).values({ provider, nextAt: now }).onConflictDoNothing()
  const [pace] = await tx.db
    .select({
      waitMs: sql<number>`(extract(epoch from ${providerPaces.nextAt} - ${now}) * 1000)::float8`,
    })
    .from(providerPaces)
    .where(eq(providerPaces.provider, provider))
    .for('update')
  if (!pace) throw new Error('the provider has no pace')
  return pace
}
