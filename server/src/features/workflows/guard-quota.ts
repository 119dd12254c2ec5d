import { MEGABYTE, PUBLISHING } from '@vignette/contract/limits.ts'
import type { RecipeDocument } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { principals } from '../identity/index.ts'
import type { Recipe } from './rules-recipe.ts'
import { workflows, workflowVersions } from './tables.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const KILOBYTE = 1024

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Only the graphs of ComfyUI steps may be long. */
export function assertDocumentSize(document: RecipeDocument): void {
  const steps = document.steps.map((step) =>
    step.provider === 'comfyui' ? { ...step, params: undefined } : step,
  )
  const { documentBytes, graphBytes } = PUBLISHING
  if (bytesOf(document) > graphBytes) {
    throw tooLong(`A recipe may be ${graphBytes / KILOBYTE} KB long with its ComfyUI graphs.`)
  }
  if (bytesOf({ ...document, steps }) > documentBytes) {
    throw tooLong(
      `A recipe may be ${documentBytes / KILOBYTE} KB long, ComfyUI graphs not counted. Shorten its texts, options or parameters.`,
    )
  }
}

function tooLong(message: string): AppError {
  return new AppError('payload_too_large', message)
}

/**
 * Room for one more recipe of this creator, whose row is locked, and when it enters Discover where
 * that is later than now. Recipes that were taken down count for the day, so that taking down makes
 * no room in it.
 */
export async function takePublishingTurn(tx: TxCtx, creator: Principal): Promise<Date | null> {
  if (isUnbounded(creator)) return null
  const now = tx.clock.now().getTime()
  const today = now - (now % DAY_MS)
  const since = new Date(today).toISOString()
  const [held] = await tx.db
    .select({
      today: sql<number>`count(*) filter (where ${workflows.createdAt} >= ${since})::int`,
      standing: sql<number>`count(*) filter (where ${workflows.deletedAt} is null)::int`,
    })
    .from(workflows)
    .where(eq(workflows.ownerId, creator.id))
  const { perDay, inAll, newcomerDays } = PUBLISHING
  if ((held?.today ?? 0) >= perDay) {
    const left = today + DAY_MS - now
    throw new AppError(
      'rate_limited',
      `A creator may publish ${perDay} recipes a day. You can publish the next one from 00:00 UTC, ${inHours(left)}.`,
      { retryAfterSeconds: Math.ceil(left / 1000) },
    )
  }
  if ((held?.standing ?? 0) >= inAll) {
    throw new AppError(
      'forbidden',
      `A creator may have ${inAll} recipes. You can publish the next one once you have taken one down, or once the operator has approved you as a creator.`,
    )
  }
  const grownUp = (await readJoined(tx, creator.id)) + newcomerDays * DAY_MS
  return now < grownUp ? findListingDay(tx, creator.id, { today, grownUp }) : null
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

/** The first day with room for a newcomer's recipe; null is today. What waits enters when the account is no newcomer's. */
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
    if (taken < PUBLISHING.newcomerPerDay) return day === today ? null : new Date(day)
  }
}

/** Room for one more version: all that a creator ever published is kept, for what was made and sold with it. */
export async function assertRoomForVersion(
  tx: TxCtx,
  creator: Principal,
  recipe: Recipe,
): Promise<void> {
  if (isUnbounded(creator)) return
  const [held] = await tx.db
    .select({
      bytes: sql<number>`coalesce(sum(coalesce(${workflowVersions.bytes}, octet_length(${workflowVersions.recipe}::text))), 0)::int`,
    })
    .from(workflowVersions)
    .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
    .where(eq(workflows.ownerId, creator.id))
  if ((held?.bytes ?? 0) + bytesOf(recipe) <= PUBLISHING.creatorBytes) return
  throw new AppError(
    'quota_exceeded',
    `All versions of your recipes together may take up ${PUBLISHING.creatorBytes / MEGABYTE} MB, and this one would go beyond. You can publish again once the operator has approved you as a creator.`,
  )
}

function isUnbounded(creator: Principal): boolean {
  return creator.approvedCreator || creator.admin
}
