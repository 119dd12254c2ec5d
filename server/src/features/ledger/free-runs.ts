import { and, count, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import type { Book, Money } from './book.ts'

interface FreeRunSums {
  /** Free runs that cost something. */
  runs: number
  /** The sum that these runs took from the creator's balance. */
  taken: number
}

const isFreeRun = (book: Book) =>
  and(eq(ledgerEntries.kind, 'free_run'), eq(ledgerEntries.book, book))
const sums = {
  runs: count(),
  taken: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)`,
}

async function sumWhere(ctx: Pick<Ctx, 'db'>, where: SQL | undefined): Promise<FreeRunSums> {
  const [row] = await ctx.db.select(sums).from(ledgerEntries).where(where)
  return { runs: row?.runs ?? 0, taken: Number(row?.taken ?? 0) }
}

/** The free runs of some jobs; takes a subquery that selects the jobs' ids. */
export function sumFreeRunsOfJobs(
  ctx: Pick<Ctx, 'db'>,
  book: Book,
  jobIds: SQLWrapper,
): Promise<FreeRunSums> {
  return sumWhere(
    ctx,
    and(
      isFreeRun(book),
      eq(ledgerEntries.subjectType, 'job'),
      inArray(ledgerEntries.subjectId, jobIds),
    ),
  )
}

/** The free runs of some workflows that ended since a time; absent for all. */
export function sumFreeRunsOfWorkflows(
  ctx: Pick<Ctx, 'db'>,
  book: Book,
  { workflowIds, since }: { workflowIds: readonly string[]; since?: Date | undefined },
): Promise<FreeRunSums> {
  if (workflowIds.length === 0) return Promise.resolve({ runs: 0, taken: 0 })
  return sumWhere(
    ctx,
    and(
      isFreeRun(book),
      inArray(ledgerEntries.workflowId, [...workflowIds]),
      since && sql`${ledgerEntries.occurredAt} >= ${since.toISOString()}::timestamptz`,
    ),
  )
}

/** The free runs that one person's codes paid for. */
export async function sumFreeRuns(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: string[],
  { book, currency }: Money,
): Promise<FreeRunSums> {
  const [row] = await ctx.db
    .select(sums)
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        isFreeRun(book),
        inArray(ledgerAccounts.ownerId, ownerIds),
        eq(ledgerAccounts.currency, currency),
      ),
    )
  return { runs: row?.runs ?? 0, taken: Number(row?.taken ?? 0) }
}

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
