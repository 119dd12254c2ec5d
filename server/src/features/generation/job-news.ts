import type { Ctx, TxCtx } from '../../ctx.ts'
import type { JobRow } from '../../schema/generation.ts'

const JOBS_READY = 'jobs:ready'
/** Later wakes need no timer, since each worker polls once a second. */
const TIMER_WITHIN_MS = 15_000
/** The database's clock decides when a job is ready: a query a moment too early finds nothing. */
const TIMER_MARGIN_MS = 15

/** After the commit, makes the workers of all processes look for jobs, now or in `delayMs`. */
export function wakeWorkers(tx: TxCtx, delayMs = 0): void {
  tx.afterCommit((ctx) => {
    if (delayMs <= 0) publish(ctx)
    else if (delayMs < TIMER_WITHIN_MS) {
      setTimeout(() => publish(ctx), delayMs + TIMER_MARGIN_MS).unref()
    }
  })
}

/** Calls `look` whenever a job may be ready. */
export function onWake(ctx: Ctx, look: () => void): () => void {
  return ctx.events.subscribe(JOBS_READY, look)
}

function publish(ctx: Ctx): void {
  ctx.events.publish({ about: 'job', id: JOBS_READY, seq: 0 }).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the workers were not woken; each looks within a second')
  })
}

/** Announces a committed change without waiting: a lost notification only delays watchers. */
export function announceNow(ctx: Ctx, { id, seq }: Pick<JobRow, 'id' | 'seq'>): void {
  ctx.events.publish({ about: 'job', id, seq }).catch((error: unknown) => {
    ctx.log.warn({ err: error, jobId: id }, 'the news of a taken job was lost')
  })
}

/** Announces a change to watchers after the commit. */
export function announceJob(tx: TxCtx, row: Pick<JobRow, 'id' | 'seq'>): void {
  tx.afterCommit(() => tx.events.publish({ about: 'job', id: row.id, seq: row.seq }))
}
