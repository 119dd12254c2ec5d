import type {
  removeFirstCatalogue as removeRoute,
  listAllWorkflows as route,
} from '@vignette/contract/console.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { principals } from '../../schema/identity.ts'
import { payments } from '../../schema/payments.ts'
import { healthPauses } from '../../schema/studio.ts'
import { workflows } from '../../schema/workflows.ts'
import { eraseAccount, isOfHouse, requireStaff } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { setStateOf } from '../workflows/index.ts'

type Wanted = z.output<(typeof route)['query']>

export async function listAllWorkflows(
  ctx: Ctx,
  { q, show, ...place }: Wanted,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listAllWorkflows')
  const list = {
    name: ['all workflows', q, show],
    columns: [workflows.createdAt, workflows.id],
    descending: true,
  }
  const which = and(isNull(workflows.deletedAt), q ? isNamed(q) : undefined, SHOWN[show])
  const { rows, next_cursor } = await readPage(ctx.config, list, { offset: 0, ...place }, (at) =>
    ctx.db
      .select({
        row: workflows,
        house: sql<boolean>`coalesce(${isOfHouse}, false)`,
        banned: isNotNull(principals.bannedAt),
        why: sql<string | null>`(select ${healthPauses.message} from ${healthPauses}
          where ${healthPauses.workflowId} = ${workflows.id} and ${healthPauses.endedAt} is null limit 1)`,
        key: at.key,
      })
      .from(workflows)
      .innerJoin(principals, eq(principals.id, workflows.ownerId))
      .where(and(which, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    workflows: rows.map(({ row, house, banned, why }) => ({
      id: row.id,
      name: row.name,
      owner_id: row.ownerId,
      handle: row.handle,
      state: row.state,
      hidden: row.hiddenAt !== null,
      resting_since: row.failingAt?.toISOString() ?? null,
      resting_why: why,
      gone_model: row.goneModel,
      house,
      author_banned: Boolean(banned),
      price: row.price,
      remixes: row.remixCount,
      created_at: row.createdAt.toISOString(),
    })),
    next_cursor,
  }
}

const SHOWN: Record<Wanted['show'], SQL | undefined> = {
  all: undefined,
  resting: or(isNotNull(workflows.failingAt), isNotNull(workflows.goneModel)),
  hidden: isNotNull(workflows.hiddenAt),
  paused: eq(workflows.state, 'paused'),
  house: isOfHouse,
}

function isNamed(q: string): SQL | undefined {
  if (UUID_PATTERN.test(q)) return or(eq(workflows.id, q), eq(workflows.ownerId, q))
  const text = q.toLowerCase()
  return or(
    sql`strpos(lower(${workflows.name}), ${text}) > 0`,
    sql`strpos(${workflows.handle}, ${text.replace(/^@/, '')}) > 0`,
  )
}

export async function pauseWorkflow(
  ctx: Ctx,
  id: string,
  { paused, note }: { paused: boolean; note: string },
): Promise<void> {
  const actorId = requireStaff(ctx, 'pauseWorkflow')
  await inTransaction(ctx, async (tx) => {
    await setStateOf(tx, id, paused ? 'paused' : 'listed')
    const action = paused ? 'pause' : 'list'
    await writeAudit(tx, { actorId, action, subjectType: 'workflow', subjectId: id, note })
  })
}

export async function getFirstCatalogue(ctx: Ctx): Promise<{ recipes: number; sold: number }> {
  requireStaff(ctx, 'getFirstCatalogue')
  const left = await listOfHouse(ctx)
  return { recipes: left.length, sold: left.filter(({ sold }) => sold).length }
}

/** The recipes of the first catalogue, each with its invented maker and whether it was ever sold. */
async function listOfHouse(ctx: Pick<Ctx, 'db'>, ownerId?: string) {
  const isSold = sql<boolean>`exists (select 1 from ${payments} where ${payments.workflowId} = ${workflows.id}
    and ${payments.state} not in ('created', 'expired', 'released'))`
  return ctx.db
    .select({ id: workflows.id, ownerId: workflows.ownerId, sold: isSold })
    .from(workflows)
    .innerJoin(principals, eq(principals.id, workflows.ownerId))
    .where(
      and(isOfHouse, isNull(workflows.deletedAt), ownerId ? eq(principals.id, ownerId) : undefined),
    )
    .orderBy(asc(workflows.id))
}

/**
 * Each invented maker goes with recipes, samples and creations, in a transaction of their own; one who
 * has sold stays for the buyers, with every recipe paused.
 */
export async function removeFirstCatalogue(
  ctx: Ctx,
  seen: number,
): Promise<z.input<(typeof removeRoute)['answer']>> {
  const actorId = requireStaff(ctx, 'removeFirstCatalogue')
  const before = await listOfHouse(ctx)
  if (before.length !== seen) {
    throw new AppError('conflict', `There are ${before.length} of these recipes now. Look again.`)
  }
  const makers = await ctx.db
    .select({ id: principals.id })
    .from(principals)
    .where(and(isOfHouse, isNull(principals.deletedAt)))
    .orderBy(asc(principals.id))
  const done = { removed: 0, paused: 0 }
  for (const { id } of makers) {
    const { gone, count } = await inTransaction(ctx, (tx) => removeMaker(tx, id, actorId))
    done[gone ? 'removed' : 'paused'] += count
  }
  return done
}

async function removeMaker(
  tx: TxCtx,
  id: string,
  actorId: string | null,
): Promise<{ gone: boolean; count: number }> {
  // Waits for checkouts that are starting, and lets new ones find the maker gone.
  await tx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.id, id))
    .for('no key update')
  const recipes = await listOfHouse(tx, id)
  const gone = !recipes.some(({ sold }) => sold)
  if (gone) await eraseAccount(tx, id)
  else for (const recipe of recipes) await setStateOf(tx, recipe.id, 'paused')
  const action = gone ? 'remove_first_catalogue' : 'pause_first_catalogue'
  await writeAudit(tx, { actorId, action, subjectType: 'user', subjectId: id })
  return { gone, count: recipes.length }
}
