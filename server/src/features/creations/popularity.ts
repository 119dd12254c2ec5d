import { POPULAR_DAYS, TRENDING } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { creations } from '../../schema/creations.ts'
import { workflows } from '../../schema/workflows.ts'
import { notOfHouse } from '../identity/index.ts'

export const recountPopularity = defineTask({
  name: 'creations.recount-popularity',
  retryLimit: 1,
  cron: '*/10 * * * *',
  run: runRecountPopularity,
})

/**
 * Each delivery counts at once; this task subtracts deliveries older than the window. The task
 * reads only workflows whose count may change and writes only changed counts.
 */
async function runRecountPopularity(ctx: Ctx): Promise<number> {
  const since = hoursAgo(ctx, POPULAR_DAYS * 24)
  const changed = await ctx.db.execute(sql`
    with recent as (
      select ${creations.workflowId} as id, count(*)::int as remixes from ${creations}
      where ${creations.deliveredAt} > ${since.toISOString()}::timestamptz and not ${creations.test}
        and ${creations.proofUntil} is null and ${notOfHouse(creations.ownerId)}
      group by 1
    ), counted as (
      select id, remixes from recent
      union all
      select ${workflows.id}, 0 from ${workflows}
      where ${workflows.popularity} > 0 and ${workflows.id} not in (select id from recent)
    )
    update ${workflows} set popularity = counted.remixes
    from counted
    where ${workflows.id} = counted.id and ${workflows.popularity} <> counted.remixes`)
  return changed.rowCount ?? 0
}

/** Scores are whole numbers, so that a cursor can name one. */
const PARTS = 100

export const recountTrending = defineTask({
  name: 'creations.recount-trending',
  retryLimit: 1,
  cron: '*/10 * * * *',
  run: runRecountTrending,
})

/**
 * Each person who keeps a creation counts once, and for half as much with every half-life since.
 * The score is the logarithm of that sum, computed for 1970 in place of today: all sums age at the
 * same rate, so the order stays right. A row changes only when a creation is kept or deleted, or
 * becomes too old to count.
 */
async function runRecountTrending(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  const halfLife = TRENDING.halfLifeHours * 3_600
  const halfLives = now.getTime() / 1_000 / halfLife
  const changed = await ctx.db.execute(sql`
    with keepers as (
      select ${creations.workflowId} as id, max(${creations.deliveredAt}) as at from ${creations}
      inner join ${workflows} on ${workflows.id} = ${creations.workflowId}
      where ${creations.deliveredAt} > ${hoursAgo(ctx, TRENDING.days * 24).toISOString()}::timestamptz
        and not ${creations.test} and ${creations.proofUntil} is null
        and ${creations.deletedAt} is null and ${creations.hiddenAt} is null
        and ${creations.ownerId} <> ${workflows.ownerId} and ${notOfHouse(creations.ownerId)}
      group by ${creations.workflowId}, ${creations.ownerId}
    ), recent as (
      select id, round(${PARTS} * (${halfLives}::float8 + log(2, sum(power(2::float8,
          extract(epoch from at - ${now.toISOString()}::timestamptz)::float8 / ${halfLife}))::numeric)::float8))::int as score
      from keepers group by id
    ), counted as (
      select id, score from recent
      union all
      select ${workflows.id}, 0 from ${workflows}
      where ${workflows.trending} > 0 and ${workflows.id} not in (select id from recent)
    )
    update ${workflows} set trending = counted.score
    from counted
    where ${workflows.id} = counted.id and ${workflows.trending} <> counted.score`)
  return changed.rowCount ?? 0
}
