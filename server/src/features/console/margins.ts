import type { getMargins as route } from '@vignette/contract/books.ts'
import { currencyHere, writeCents } from '@vignette/contract/currency.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { formatCsv } from '../../platform/text-table.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import { type AccountKind, EFFECT } from '../../schema/ledger-kinds.ts'
import { workflows } from '../../schema/workflows.ts'
import { requireStaff } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'

type Board = z.input<(typeof route)['answer']>
type Sums = Board['total']
type Query = z.output<NonNullable<(typeof route)['query']>>

/** The entries of sales and runs; payouts, corrections and what was written off are no margin. */
const OF_SALES = [
  ...Object.keys(EFFECT),
  'dispute_lost',
  'dispute_reopened',
  'processor_fee',
  'dispute_fee',

  'provider_cost',
  'free_run',
]

/** Which accounts each column adds up; what is left is the rest of what was paid. */
const COLUMNS = {
  tax: ['tax_payable'],
  creator: ['creator', 'unclaimed'],
  referrer: ['referrer'],
  other: ['owed_back', 'own_runs'],
  platform: ['platform'],
  card_fee: ['processor_fees'],
  provider_cost: ['provider_costs'],
} satisfies Record<string, AccountKind[]>

type Found = Record<keyof typeof COLUMNS | 'sales' | 'key' | 'name', string>

/** The worst come first, and a page shows so many. */
const SHOWN = 200
const DAY_MS = 86_400_000
const DAYS = 30

export async function getMargins(ctx: Ctx, query: Query): Promise<Board> {
  requireStaff(ctx, 'getMargins')
  const span = spanOf(ctx, query)
  const rows = await listMargins(ctx, { ...span, by: query.by })
  return {
    ...span,
    by: query.by,
    currency: currencyHere(),
    total: rows.reduce(add, NOTHING),
    rows: rows.slice(0, SHOWN),
    more: Math.max(0, rows.length - SHOWN),
  }
}

export async function exportMargins(ctx: Ctx, query: Query): Promise<string> {
  requireStaff(ctx, 'exportMargins')
  const span = spanOf(ctx, query)
  const rows = await listMargins(ctx, { ...span, by: query.by })
  const names = Object.keys(NOTHING) as (keyof Sums)[]
  const cells = (sums: Sums) =>
    names.map((name) => (name === 'sales' ? String(sums.sales) : writeCents(sums[name])))
  return formatCsv([
    [query.by, 'name', ...names, 'currency'],
    ...rows.map(({ key, name, ...sums }) => [key, name, ...cells(sums), currencyHere()]),
    ['total', '', ...cells(rows.reduce(add, NOTHING)), currencyHere()],
  ])
}

const NOTHING: Sums = {
  sales: 0,
  paid: 0,
  tax: 0,
  creator: 0,
  referrer: 0,
  other: 0,
  card_fee: 0,
  provider_cost: 0,
  left: 0,
}

function add(sum: Sums, row: Sums): Sums {
  const names = Object.keys(NOTHING) as (keyof Sums)[]
  return Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as Sums
}

function spanOf(ctx: Ctx, { from, to }: Query): { from: string; to: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const last = to ?? day(ctx.clock.now().getTime())
  const first = from ?? day(Date.parse(last) - (DAYS - 1) * DAY_MS)
  if (first > last) {
    throw new AppError('validation_failed', 'The first day must not be after the last.')
  }
  return { from: first, to: last }
}

/** One group of each entry, so that the sums over all groups are those of the ledger. */
const KEYS: Record<Query['by'], SQL<string>> = {
  workflow: sql<string>`coalesce(${ledgerEntries.workflowId}::text, '')`,
  day: sql<string>`to_char(${ledgerEntries.occurredAt} at time zone 'UTC', 'YYYY-MM-DD')`,
  // Of a run by several the dearest, and of a batch that of its dearest row.
  provider: sql<string>`coalesce((
    select ${jobSteps.provider} from ${jobs} join ${jobSteps} on ${jobSteps.jobId} = ${jobs.id}
    where (${ledgerEntries.subjectType} = 'job' and ${jobs.id} = ${ledgerEntries.subjectId})
      or (${ledgerEntries.subjectType} = 'payment' and ${jobs.paymentId} = ${ledgerEntries.paymentId})
    order by ${jobSteps.costCents} desc, ${jobs.id}, ${jobSteps.position} limit 1), '')`,
}

/** The worst first. */
export async function listMargins(
  ctx: Pick<Ctx, 'db' | 'gateway'>,
  { by, from, to }: { by: Query['by']; from: string; to: string },
): Promise<Board['rows']> {
  const sumOf = (kinds: readonly AccountKind[]) =>
    sql`coalesce(sum(posted.amount) filter (where posted.account in ${kinds}), 0)`
  const columns = Object.entries(COLUMNS).map(
    ([name, kinds]) => sql`${sumOf(kinds)} as ${sql.identifier(name)}`,
  )
  const { rows } = await ctx.db.execute<Found>(sql`
    select posted.key, count(distinct posted.id) filter (where posted.kind = 'capture') as sales,
      ${by === 'workflow' ? sql`coalesce(${workflows.name}, '')` : sql`posted.key`} as name,
      ${sql.join(columns, sql`, `)}
    from (
      select ${KEYS[by]} as key, ${ledgerEntries.id} as id, ${ledgerEntries.kind} as kind,
        ${ledgerAccounts.kind} as account, ${ledgerPostings.amount} as amount
      from ${ledgerEntries}
      join ${ledgerPostings} on ${ledgerPostings.entryId} = ${ledgerEntries.id}
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${ledgerPostings.accountId}
      where ${ledgerEntries.kind} in ${OF_SALES} and ${ledgerEntries.book} = ${currentBook(ctx)}
        and ${ledgerEntries.currency} = ${currencyHere()}
        and ${ledgerEntries.occurredAt} >= ${from}::date at time zone 'UTC'
        and ${ledgerEntries.occurredAt} < (${to}::date + 1) at time zone 'UTC'
    ) posted
    ${by === 'workflow' ? sql`left join ${workflows} on ${workflows.id}::text = posted.key group by posted.key, ${workflows.name}` : sql`group by posted.key`}`)
  return rows.map(viewRow).sort((a, b) => a.left - b.left || (a.key < b.key ? -1 : 1))
}

/** Credits are negative in the ledger, and what is owed or earned here is positive. */
function viewRow(row: Found): Board['rows'][number] {
  const owed = (name: keyof typeof COLUMNS) => -Number(row[name]) || 0
  const [cardFee, providerCost] = [Number(row.card_fee), Number(row.provider_cost)]
  const shares = {
    tax: owed('tax'),
    creator: owed('creator'),
    referrer: owed('referrer'),
    other: owed('other'),
  }
  return {
    key: row.key,
    name: row.name,
    sales: Number(row.sales),
    // All sides together: what a code's free run took from its creator lowers one and raises another.
    paid: Object.values(shares).reduce((sum, share) => sum + share, owed('platform')),
    ...shares,
    card_fee: cardFee,
    provider_cost: providerCost,
    left: owed('platform') - cardFee - providerCost,
  }
}
