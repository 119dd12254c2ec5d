import type { Numbers } from '@vignette/contract/numbers.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../creations/index.ts'
import { currentBook, isSale, payments } from '../payments/index.ts'
import { workflows } from '../workflows/index.ts'
import { beginOf } from './day-of.ts'
import { hideFew } from './rules.ts'

/** How soon a further purchase counts as buying again. */
const AGAIN_DAYS = 30

/** What people did with what the workflows made: shown to the public, made from one another, bought again. */
export async function countAfter(
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
