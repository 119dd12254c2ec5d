import { type Ctx, inTransaction } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { listAdmins } from '../identity/index.ts'
import { tell } from '../notices/index.ts'
import { currentBook } from '../payments/index.ts'
import { planRun } from './preview-run.ts'
import { nextRunAt } from './rules.ts'

/** A day before the weekly run. */
export const warnOperatorsTask = defineTask({
  name: 'payouts.warn',
  retryLimit: 3,
  cron: '0 6 * * 4',
  run: (ctx: Ctx) => warnOperators(ctx),
})

/** Tells the operators where the balance of today does not cover what Friday's run would pay. */
export async function warnOperators(ctx: Ctx): Promise<void> {
  const dueAt = nextRunAt(ctx.clock.now())
  const { short, balance } = await planRun(ctx, dueAt, undefined, dueAt)
  if (short === 0 || balance === null) return
  await inTransaction(ctx, async (tx) => {
    for (const to of await listAdmins(tx)) {
      await tell(tx, {
        to,
        kind: 'payouts_short',
        subjectId: derivedId('payouts short', currentBook(tx), dueAt.toISOString(), to),
        facts: { short, balance, due: dueAt.toISOString(), test: currentBook(tx) !== 'live' },
      })
    }
  })
}
