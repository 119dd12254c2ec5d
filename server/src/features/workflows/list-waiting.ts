import { and, asc, inArray, lte, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { workflowEvents } from './events.ts'
import { workflows } from './tables.ts'

const AT_ONCE = 200

export const listWaiting = defineTask({
  name: 'workflows.list-waiting',
  retryLimit: 1,
  cron: '* * * * *',
  run: runListWaiting,
})

/** Puts waiting workflows whose day has come into Discover, and notifies every process's caches. */
async function runListWaiting(ctx: Ctx): Promise<void> {
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
      const workflowIds = rows.map((row) => row.id)
      if (workflowIds.length > 0) await workflowEvents.listed.tell(tx, { workflowIds })
      announceWorkflows(tx, workflowIds)
      return rows.length
    })
    if (entered < AT_ONCE) return
  }
}
