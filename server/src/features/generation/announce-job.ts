import type { Ctx, TxCtx } from '../../ctx.ts'
import type { JobRow } from './tables.ts'

/** Of a change that is committed; nobody waits for news, since watchers read again anyway. */
export function announceNow(ctx: Ctx, { id, seq }: Pick<JobRow, 'id' | 'seq'>): void {
  ctx.events.publish({ about: 'job', id, seq }).catch((error: unknown) => {
    ctx.log.warn({ err: error, jobId: id }, 'the news of a taken job was lost')
  })
}

/** Tells watchers, once the change is committed, that there is something to read. */
export function announceJob(tx: TxCtx, row: Pick<JobRow, 'id' | 'seq'>): void {
  tx.afterCommit(() => tx.events.publish({ about: 'job', id: row.id, seq: row.seq }))
}
