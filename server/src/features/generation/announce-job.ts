import type { Ctx, TxCtx } from '../../ctx.ts'
import type { JobRow } from './tables.ts'

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
