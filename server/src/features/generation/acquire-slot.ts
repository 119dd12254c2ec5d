import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { unfinished } from './job-lease.ts'
import { type SlotLimits, slotWaitMs } from './rules.ts'
import { type JobRow, jobSteps, jobs, providerPaces } from './tables.ts'
import { wakeJob } from './wake-job.ts'

/** Somebody ahead who does not come for a place that is free must not keep the others waiting. */
const PATIENCE_SECONDS = 40
const WAKE_AT_ONCE = 8

const now = sql`clock_timestamp()`

/** What the operator set for a provider; most have no limits, and then nothing is asked or written. */
function limitsOf({ config }: Ctx, provider: string): SlotLimits | undefined {
  const atOnce = config.PROVIDER_CONCURRENCY[provider]
  const perMinute = config.PROVIDER_RATE[provider]
  return atOnce === undefined && perMinute === undefined ? undefined : { atOnce, perMinute }
}

export function isLimited(ctx: Ctx, provider: string): boolean {
  return limitsOf(ctx, provider) !== undefined
}

/**
 * A place at the provider for a step that is about to begin, counted over all workers from the steps
 * themselves, so that a worker that dies leaves none taken. False: the step waits for its turn.
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
      held: held(),
      ahead: sql<number>`count(*) filter (where ${jobSteps.place} = 'wanted' and ${jobSteps.state} = 'pending'
        and ${jobSteps.checkAt} > ${now} - make_interval(secs => ${PATIENCE_SECONDS})
        and (${jobs.turn}, ${jobs.id}, ${jobSteps.stepId}) < (${job.turn}, ${job.id}, ${stepId}))::int`,
    })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(and(atProvider(provider), unfinished, sql`not (${step})`))
  const waitMs = slotWaitMs(limits, {
    held: others?.held ?? 0,
    ahead: others?.ahead ?? 0,
    paceMs: pace.waitMs,
  })
  if (waitMs > 0) {
    const checkAt = sql`${now} + make_interval(secs => ${waitMs / 1000})`
    await tx.db.update(jobSteps).set({ provider, place: 'wanted', checkAt }).where(step)
    return false
  }
  await tx.db.update(jobSteps).set({ provider, place: 'held' }).where(step)
  if (limits.perMinute !== undefined) {
    const next = sql`greatest(${providerPaces.nextAt}, ${now}) + make_interval(secs => ${60 / limits.perMinute})`
    await tx.db
      .update(providerPaces)
      .set({ nextAt: next })
      .where(eq(providerPaces.provider, provider))
  }
  return true
}

/** Wakes those whose turn has come, in the transaction that ends what held the place. */
export async function wakeNextInLine(tx: TxCtx, provider: string): Promise<void> {
  const atOnce = limitsOf(tx, provider)?.atOnce
  if (atOnce === undefined) return
  const [taken] = await tx.db
    .select({ held: held() })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(and(atProvider(provider), unfinished))
  const free = Math.min(WAKE_AT_ONCE, atOnce - (taken?.held ?? 0))
  if (free <= 0) return
  const next = await tx.db
    .select({ id: jobs.id, freeSeconds: jobs.freeSeconds, stepId: jobSteps.stepId })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(and(atProvider(provider), unfinished, eq(jobSteps.place, 'wanted')))
    .orderBy(jobs.turn, jobs.id)
    .limit(free)
    // Two places that fall free together call different ones.
    .for('update', { of: jobSteps, skipLocked: true })
  for (const { stepId, ...job } of next) {
    await tx.db
      .update(jobSteps)
      .set({ checkAt: now })
      .where(and(eq(jobSteps.jobId, job.id), eq(jobSteps.stepId, stepId)))
    // Beside the waking it has ahead of it, which is for later.
    await wakeJob(tx, job, { key: `${job.id}:place` })
  }
}

/** A job that ends otherwise than well gives back what its steps held. */
export async function releaseSlots(tx: TxCtx, jobId: string): Promise<void> {
  const left = await tx.db
    .update(jobSteps)
    .set({ place: null })
    .where(and(eq(jobSteps.jobId, jobId), isNotNull(jobSteps.place)))
    .returning({ provider: jobSteps.provider })
  for (const provider of new Set(left.map((row) => row.provider))) {
    if (provider) await wakeNextInLine(tx, provider)
  }
}

function held() {
  return sql<number>`count(*) filter (where ${jobSteps.place} = 'held' and ${jobSteps.state} in ('running', 'waiting'))::int`
}

function atProvider(provider: string) {
  return and(eq(jobSteps.provider, provider), isNotNull(jobSteps.place))
}

/** One at a time counts a provider's places, on whatever worker. */
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
