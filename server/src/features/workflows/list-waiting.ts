import { and, asc, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineJob } from '../../platform/queue/queue.ts'
import { announceWorkflows } from './judge-workflow.ts'
import { workflows } from './tables.ts'

const AT_ONCE = 200

export const listWaiting = defineJob({
  name: 'workflows.list-waiting',
  data: z.object({}),
  retryLimit: 1,
  cron: '* * * * *',
  exclusive: true,
})

/** Recipes whose day in Discover has come enter it, in every process's lists. */
export async function runListWaiting(ctx: Ctx): Promise<void> {
  for (;;) {
    const entered = await inTransaction(ctx, async (tx) => {
      const due = tx.db
        .select({ id: workflows.id })
        .from(workflows)
        .where(and(sql`${workflows.waiting}`, lte(workflows.listedAt, tx.clock.now())))
        .orderBy(asc(workflows.listedAt))
        .limit(AT_ONCE)
        .for('update')
      const rows = await tx.db
        .update(workflows)
        .set({ waiting: false })
        .where(inArray(workflows.id, due))
        .returning({ id: workflows.id })
      announceWorkflows(
        tx,
        rows.map((row) => row.id),
      )
      return rows.length
    })
    if (entered < AT_ONCE) return
  }
}
