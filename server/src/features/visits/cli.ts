import { parseArgs } from 'node:util'
import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { and, count, countDistinct, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { type Command, CommandError } from '../../command.ts'
import type { Ctx } from '../../ctx.ts'
import { formatTable } from '../../platform/text-table.ts'
import { hoursAgo } from '../../platform/time.ts'
import { analyticsEvents } from '../../schema/visits.ts'

const LAST = 20

/** How many days back a command looks; 30 unless told. */
function readSince(
  ctx: Ctx,
  args: string[],
): { event: string | undefined; since: SQL; days: number } {
  const { values, positionals } = parseArgs({
    args,
    options: { days: { type: 'string', default: '30' } },
    allowPositionals: true,
  })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > ANALYTICS_DAYS) {
    throw new CommandError(`--days takes 1 to ${ANALYTICS_DAYS}.`)
  }
  return {
    event: positionals[0],
    since: gte(analyticsEvents.receivedAt, hoursAgo(ctx, days * 24)),
    days,
  }
}

const figures = { times: count(), browsers: countDistinct(analyticsEvents.distinctId) }

export const analyticsCommands: Command[] = [
  {
    name: 'analytics show',
    usage: 'analytics show [EVENT] [--days 30]',
    summary: 'Counts product events by name, or those of one name by day (UTC)',
    async run(ctx, args) {
      const { event, since, days } = readSince(ctx, args)
      const nothing = `No such event was received in the last ${days} days.`
      if (event === undefined) {
        const rows = await ctx.db
          .select({ event: analyticsEvents.event, ...figures })
          .from(analyticsEvents)
          .where(since)
          .groupBy(analyticsEvents.event)
          .orderBy(desc(figures.times), analyticsEvents.event)
        if (rows.length === 0) return nothing
        const lines = rows.map((row) => [row.event, String(row.times), String(row.browsers)])
        return formatTable(['event', 'times', 'browsers'], lines, [1, 2])
      }
      const day = sql<string>`to_char(${analyticsEvents.receivedAt} at time zone 'UTC', 'YYYY-MM-DD')`
      const rows = await ctx.db
        .select({ day, ...figures })
        .from(analyticsEvents)
        .where(and(since, eq(analyticsEvents.event, event)))
        .groupBy(sql`1`)
        .orderBy(sql`1`)
      if (rows.length === 0) return nothing
      const lines = rows.map((row) => [row.day, String(row.times), String(row.browsers)])
      return formatTable(['day', 'times', 'browsers'], lines, [1, 2])
    },
  },
  {
    name: 'analytics last',
    usage: 'analytics last EVENT',
    summary: `Prints the last ${LAST} product events of a name with their properties`,
    async run(ctx, [event]) {
      if (!event) throw new CommandError('analytics last takes the name of an event.')
      const rows = await ctx.db
        .select()
        .from(analyticsEvents)
        .where(eq(analyticsEvents.event, event))
        .orderBy(desc(analyticsEvents.receivedAt))
        .limit(LAST)
      if (rows.length === 0) return `No event ${event} is kept.`
      const lines = rows.map(({ receivedAt, properties }) => [
        receivedAt.toISOString().slice(0, 19),
        JSON.stringify(properties),
      ])
      return formatTable(['received', 'properties'], lines)
    },
  },
]
