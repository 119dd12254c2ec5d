import { ANALYTICS_DAYS } from '@vignette/contract/limits.ts'
import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { workflowVisits } from '../../schema/visits.ts'
import { workflows } from '../../schema/workflows.ts'
import { findHolders } from '../identity/index.ts'
import { type CountedVisit, createTally } from './tally.ts'

export const tallyPart = defineProcessPart(createTally)

type Row = typeof workflowVisits.$inferInsert

/** Writes the visits that this process counted; after a failure the visits are kept until the next time. */
export async function writeVisits(ctx: Ctx): Promise<void> {
  const tally = ctx.process.of(tallyPart)
  const visits = tally.take(ctx.clock.now())
  if (visits.length === 0) return
  try {
    const rows = await sumVisits(ctx, visits)
    if (rows.length === 0) return
    const added = (column: string) => sql.raw(`workflow_visits.${column} + excluded.${column}`)
    await ctx.db
      .insert(workflowVisits)
      .values(rows)
      .onConflictDoUpdate({
        target: [
          workflowVisits.workflowId,
          workflowVisits.day,
          workflowVisits.version,
          workflowVisits.source,
        ],
        set: { visits: added('visits'), visitors: added('visitors') },
      })
  } catch (error) {
    tally.putBack(visits)
    throw error
  }
}

/** A row for each workflow, version, day and source; creators at their own pages are left out. */
async function sumVisits(ctx: Ctx, visits: readonly CountedVisit[]): Promise<Row[]> {
  const ids = [...new Set(visits.map((visit) => visit.workflowId))]
  const shown = await ctx.db
    .select({ id: workflows.id, ownerId: workflows.ownerId, version: workflows.version })
    .from(workflows)
    .where(and(inArray(workflows.id, ids), isNull(workflows.deletedAt), isNull(workflows.hiddenAt)))
  const byId = new Map(shown.map((workflow) => [workflow.id, workflow]))
  const holderOf = await findHolders(
    ctx,
    visits.flatMap(({ holder }) => holder ?? []),
  )
  const rows = new Map<string, Row>()
  for (const { workflowId, day, source, isNewVisitor, holder } of visits) {
    const workflow = byId.get(workflowId)
    if (!workflow || (holder && holderOf(holder) === workflow.ownerId)) continue
    const key = `${workflowId} ${day} ${source}`
    const { version } = workflow
    const row = rows.get(key) ?? { workflowId, day, version, source, visits: 0, visitors: 0 }
    row.visits += 1
    row.visitors += isNewVisitor ? 1 : 0
    rows.set(key, row)
  }
  // Sorted, so that two processes lock the rows in the same order.
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export const sweepVisits = defineTask({
  name: 'visits.sweep',
  retryLimit: 2,
  cron: '57 4 * * *',
  run: runSweepVisits,
})

/** Deletes visits that are older than the privacy page allows. */
async function runSweepVisits(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, ANALYTICS_DAYS * 24)
    .toISOString()
    .slice(0, 10)
  await ctx.db.delete(workflowVisits).where(lt(workflowVisits.day, before))
}
