import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerEntries } from './tables.ts'

/** For a join by the job: what each free run took from the balance of its recipe's creator. */
export function freeRunEntries(ctx: Pick<Ctx, 'db'>) {
  return ctx.db
    .select({
      jobId: ledgerEntries.subjectId,
      taken: ledgerEntries.amount,
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.subjectType, 'job'), eq(ledgerEntries.kind, 'free_run')))
    .as('free_run_entries')
}
