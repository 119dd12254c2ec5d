import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { and, asc, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { principals } from '../../schema/identity.ts'
import { workflows } from '../../schema/workflows.ts'
import { workflowEvents } from './events.ts'
import { announceWorkflows } from './workflow.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Checks the limit of workflows for this creator, whose row is locked, and finds when a new one
 * enters Discover where that is later than now. Deleted workflows count for their day, so that
 * deleting makes no room.
 */
export async function takePublishingTurn(tx: TxCtx, creator: Principal): Promise<Date | null> {
  const now = tx.clock.now().getTime()
  const today = now - (now % DAY_MS)
  if (!isUnbounded(tx, creator)) {
    await assertDay(tx, creator.id, { now, today })
    await assertRoomForWorkflow(tx, creator)
  }
  const trusted = creator.approvedCreator || creator.admin
  if (trusted || tx.config.DISCOVER_PER_DAY === 0) return null
  const grownUp = (await readJoined(tx, creator.id)) + PUBLISHING.newcomerDays * DAY_MS
  return now < grownUp ? findListingDay(tx, creator.id, { today, grownUp }) : null
}

async function assertDay(
  tx: TxCtx,
  ownerId: string,
  { now, today }: { now: number; today: number },
): Promise<void> {
  const perDay = tx.config.PUBLISH_PER_DAY
  const since = new Date(today).toISOString()
  const [held] = await tx.db
    .select({
      today: sql<number>`count(*) filter (where ${workflows.createdAt} >= ${since})::int`,
    })
    .from(workflows)
    .where(eq(workflows.ownerId, ownerId))
  if ((held?.today ?? 0) < perDay) return
  const left = today + DAY_MS - now
  throw new AppError(
    'rate_limited',
    `A creator may publish ${perDay} recipes a day. You can publish the next one from 00:00 UTC, ${inHours(left)}.`,
    { retryAfterSeconds: Math.ceil(left / 1000) },
  )
}

async function readJoined(tx: TxCtx, id: string): Promise<number> {
  const [row] = await tx.db
    .select({ at: principals.createdAt })
    .from(principals)
    .where(eq(principals.id, id))
  return row?.at.getTime() ?? 0
}

function inHours(ms: number): string {
  const hours = Math.ceil(ms / HOUR_MS)
  return hours === 1 ? 'within the hour' : `in about ${hours} hours`
}

/**
 * The first day with room for a newcomer's workflow; null is today. A waiting workflow is listed at
 * the latest when its creator is no newcomer any more.
 */
async function findListingDay(
  tx: TxCtx,
  ownerId: string,
  { today, grownUp }: { today: number; grownUp: number },
): Promise<Date | null> {
  const entry = sql`coalesce(${workflows.listedAt}, ${workflows.createdAt})`
  const rows = await tx.db
    .select({ entry: sql<string>`extract(epoch from ${entry})` })
    .from(workflows)
    .where(sql`${workflows.ownerId} = ${ownerId} and ${entry} >= ${new Date(today).toISOString()}`)
  const entries = rows.map((row) => Number(row.entry) * 1000)
  for (let day = today; ; day += DAY_MS) {
    if (day >= grownUp) return new Date(grownUp)
    const taken = entries.filter((at) => at >= day && at < day + DAY_MS).length
    if (taken < tx.config.DISCOVER_PER_DAY) return day === today ? null : new Date(day)
  }
}

/** Limits the workflows that stand at one time, for a creator whose row is locked. */
export async function assertRoomForWorkflow(tx: TxCtx, creator: Principal): Promise<void> {
  if (isUnbounded(tx, creator)) return
  const [counted] = await tx.db
    .select({ workflows: count() })
    .from(workflows)
    .where(and(eq(workflows.ownerId, creator.id), isNull(workflows.deletedAt)))
  if ((counted?.workflows ?? 0) < PUBLISHING.inAll) return
  throw new AppError(
    'forbidden',
    `A creator may have ${PUBLISHING.inAll} recipes. You can publish the next one once you have taken one down, or once the operator has approved you as a creator.`,
  )
}

/** Whether a creator may publish any number of recipes; without a limit of a day there is none in all. */
export function isUnbounded({ config }: Pick<Ctx, 'config'>, creator: Principal): boolean {
  return creator.approvedCreator || creator.admin || config.PUBLISH_PER_DAY === 0
}

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
      if (workflowIds.length > 0) await workflowEvents.listed.emit(tx, { workflowIds })
      announceWorkflows(tx, workflowIds)
      return rows.length
    })
    if (entered < AT_ONCE) return
  }
}
