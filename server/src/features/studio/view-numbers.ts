import { currencyHere } from '@vignette/contract/currency.ts'
import type { NumberRange } from '@vignette/contract/number-limits.ts'
import type { Numbers } from '@vignette/contract/numbers.ts'
import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../../schema/creations.ts'
import { payments } from '../../schema/payments.ts'
import { workflows } from '../../schema/workflows.ts'
import { sumFreeRunsOfWorkflows } from '../ledger/index.ts'
import { currentBook, isSale } from '../payments/index.ts'
import {
  addFigures,
  type By,
  beginOf,
  type Figures,
  type Group,
  NOTHING,
  sumFigures,
} from './figures.ts'
import { type FormGroup, sumForms, viewForm } from './forms.ts'
import { measureRuns } from './measure-runs.ts'
import { addDays, hideFew } from './rules-numbers.ts'
import { sumShares } from './shares.ts'

/** How soon a further purchase counts as buying again. */
const AGAIN_DAYS = 30

const SOURCES = 50

/** The numbers that both screens show, and the groups (`also`) that only one of them shows. */
export async function viewNumbers(
  ctx: Ctx,
  { workflowIds, range, also }: { workflowIds: readonly string[]; range: NumberRange; also: By },
): Promise<{ view: Numbers; groups: Group[]; forms: FormGroup[] | null }> {
  const today = ctx.clock.now().toISOString().slice(0, 10)
  const days = range === 'all' ? undefined : Number(range)
  const first = days === undefined ? undefined : addDays(today, 1 - days)
  const before = days === undefined ? undefined : addDays(today, 1 - 2 * days)
  const [byDay, groups, forms, sharers] = await Promise.all([
    sumFigures(ctx, { workflowIds, by: ['day'], ...(before && { from: before }) }),
    sumFigures(ctx, { workflowIds, by: ['source', also], ...(first && { from: first }) }),
    sumForms(ctx, { workflowIds, from: first }),
    sumShares(ctx, { workflowIds, from: first }),
  ])
  const known = new Map(byDay.map((group) => [group.day, group.figures]))
  const from = first ?? [...known.keys()].flatMap((day) => day ?? []).toSorted()[0] ?? today
  const shown = listDays(from, today)
  const total = sum(shown, known)
  const earlier = before ? listDays(before, addDays(from, -1)) : []
  const past = sum(earlier, known)
  const free = await sumFreeRunsOfWorkflows(ctx, currentBook(ctx), {
    workflowIds,
    since: first === undefined ? undefined : new Date(`${first}T00:00:00Z`),
  })
  const view: Numbers = {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    from,
    to: today,
    total: { ...viewActions(total), free_runs: free.taken },
    before: days
      ? {
          visitors: hideFew(past.visitors),
          runs: past.runs,
          sales: past.sales,
          earned: past.earned,
        }
      : null,
    days: shown.map((day) => {
      const figures = known.get(day) ?? NOTHING
      const { runs, sales, earned } = figures
      return { day, visitors: hideFew(figures.visitors), runs, sales, earned }
    }),
    before_days: earlier.map((day) => known.get(day)?.earned ?? 0),
    sources: groups
      .flatMap(({ source, figures }) => (source ? [{ source, figures }] : []))
      .toSorted((a, b) => weigh(b.figures) - weigh(a.figures))
      .slice(0, SOURCES)
      .map(({ source, figures }) => ({ source, ...viewFigures(figures) })),
    form: viewForm(forms),
    shares: sharers === null ? null : { people: hideFew(sharers) },
    ...(await measureRuns(ctx, { workflowIds, from, to: today })),
    after: await countAfter(ctx, { workflowIds, from }),
  }
  return { view, groups, forms }
}

function listDays(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function sum(days: readonly string[], known: ReadonlyMap<string | null, Figures>): Figures {
  return days.reduce((total, day) => addFigures(total, known.get(day) ?? NOTHING), NOTHING)
}

/** The order of groups: by money, then by people, then by runs. */
export function weigh({ earned, sales, visitors, runs }: Figures): number {
  return Math.abs(earned) * 1_000 + sales * 100 + visitors * 10 + runs
}

export function viewFigures(figures: Figures) {
  const { runs, delivered, sales, earned } = figures
  const visitors = hideFew(figures.visitors)
  return {
    visitors,
    visits: visitors === null ? null : figures.visits,
    runs,
    delivered,
    sales,
    earned,
  }
}

function viewActions(figures: Figures): Omit<Numbers['total'], 'free_runs'> {
  const { checkouts, authorized, paid, refunded, disputed } = figures
  return { ...viewFigures(figures), checkouts, authorized, paid, refunded, disputed }
}

/** What people did with what the workflows made: shown to the public, made from one another, bought again. */
async function countAfter(
  ctx: Pick<Ctx, 'db' | 'gateway'>,
  { workflowIds, from }: { workflowIds: readonly string[]; from: string },
): Promise<Numbers['after']> {
  const ids = sql`any(${sql.param([...workflowIds])}::uuid[])`
  const { rows } = await ctx.db.execute<{
    shown: number
    remixed: number
    buyers: number
    again: number
  }>(sql`
    with made as (
      select ${creations.public} and ${creations.deletedAt} is null and ${creations.hiddenAt} is null as shown,
        ${creations.madeFrom} is not null as remixed
      from ${creations} join ${workflows} on ${workflows.id} = ${creations.workflowId}
      where ${creations.workflowId} = ${ids} and ${creations.deliveredAt} >= ${beginOf(from)}
        and not ${creations.test} and ${creations.ownerId} <> ${workflows.ownerId}
    ), bought as (
      select ${payments.buyerId} as buyer, ${payments.capturedAt} as at,
        ${payments.capturedAt} - lag(${payments.capturedAt})
          over (partition by ${payments.buyerId} order by ${payments.capturedAt}) as after
      from ${payments}
      where ${isSale} and ${payments.workflowId} = ${ids} and ${payments.state} = 'captured'
        and ${payments.book} = ${currentBook(ctx)}
    )
    select count(*) filter (where shown)::int as shown,
      count(*) filter (where remixed)::int as remixed,
      (select count(distinct buyer)::int from bought where at >= ${beginOf(from)}) as buyers,
      (select count(distinct buyer)::int from bought where at >= ${beginOf(from)}
        and after <= make_interval(days => ${AGAIN_DAYS})) as again
    from made`)
  const { shown = 0, remixed = 0, buyers = 0, again = 0 } = rows[0] ?? {}
  return { shown, remixed, buyers: hideFew(buyers), again: hideFew(again) }
}

/** A workflow's figures of all days, by source. */
export async function sumSources(
  ctx: Ctx,
  workflowId: string,
): Promise<(source: VisitSource) => ReturnType<typeof viewFigures>> {
  const groups = await sumFigures(ctx, { workflowIds: [workflowId], by: ['source'] })
  const known = new Map(groups.map(({ source, figures }) => [source, figures]))
  return (source) => viewFigures(known.get(source) ?? NOTHING)
}
