import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineProcessPart, keepRecent } from '../../platform/process-state.ts'
import {
  type WorkflowRow,
  type WorkflowVersionRow,
  workflows,
  workflowVersions,
} from '../../schema/workflows.ts'
import { workflowPorts } from './ports.ts'
import { clampToLimits, type Recipe } from './rules-recipe.ts'

export interface FoundWorkflow {
  row: WorkflowRow
  version: WorkflowVersionRow
}

function clampVersion({ row, version }: FoundWorkflow): FoundWorkflow {
  return { row, version: { ...version, recipe: clampToLimits(version.recipe) } }
}

function notFound(): AppError {
  return new AppError('not_found', 'This recipe may have been deleted or does not exist.')
}

/** The newest version of a listed workflow. */
export async function getListed(ctx: Ctx, id: string): Promise<FoundWorkflow> {
  const found = await findListed(ctx, id)
  if (!found) throw notFound()
  return found
}

const newestVersion = prepared((db) =>
  db
    .select({ row: workflows, version: workflowVersions })
    .from(workflows)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, workflows.id),
        eq(workflowVersions.version, workflows.version),
      ),
    )
    .where(and(eq(workflows.id, sql.placeholder('id')), isNull(workflows.deletedAt))),
)

/** The live version of a workflow that is not deleted, hidden ones too. */
export async function findLive(
  ctx: Pick<Ctx, 'db'>,
  workflowId: string,
): Promise<WorkflowVersionRow | undefined> {
  const [found] = await newestVersion(ctx.db).execute({ id: workflowId })
  return found && clampVersion(found).version
}

async function findListed(ctx: Ctx, id: string): Promise<FoundWorkflow | undefined> {
  const [found] = await newestVersion(ctx.db).execute({ id })
  // A hidden workflow is visible to its owner and to admins, who review it.
  const { principal } = ctx.caller
  const isShown =
    !found?.row.hiddenAt ||
    principal?.id === found.row.ownerId ||
    principal?.roles.includes('moderator')
  return isShown && found ? clampVersion(found) : undefined
}

/** The listed version, else the version that the caller has paid for and not yet received. */
export async function getListedOrBought(
  ctx: Ctx,
  id: string,
): Promise<FoundWorkflow & { bought: boolean }> {
  const listed = await findListed(ctx, id)
  if (listed) return { ...listed, bought: false }
  const version = await workflowPorts.purchasedVersion.ask(ctx, { workflowId: id })
  if (version === undefined) throw notFound()
  return { ...(await getVersion(ctx, id, version)), bought: true }
}

/** A workflow of the caller. */
export async function getOwn(ctx: Ctx, id: string): Promise<FoundWorkflow> {
  const found = await getListed(ctx, id)
  if (found.row.ownerId !== ctx.caller.principal?.id) {
    throw new AppError('forbidden', 'Only the creator of this recipe may do this.')
  }
  return found
}

const givenVersion = prepared((db) =>
  db
    .select({ row: workflows, version: workflowVersions })
    .from(workflowVersions)
    .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
    .where(
      and(
        eq(workflowVersions.workflowId, sql.placeholder('workflowId')),
        eq(workflowVersions.version, sql.placeholder('version')),
      ),
    ),
)

/** A given version, also of a hidden or deleted workflow: a paid run still runs. */
export async function getVersion(
  ctx: Ctx,
  workflowId: string,
  version: number,
): Promise<FoundWorkflow> {
  const [found] = await givenVersion(ctx.db).execute({ workflowId, version })
  if (!found) throw notFound()
  return clampVersion(found)
}

const RECIPES = 500
const recipes = defineProcessPart(() => keepRecent<Recipe>(RECIPES))

/** A version's content never changes, so each process reads it once. */
export async function getRecipe(ctx: Ctx, workflowId: string, version: number): Promise<Recipe> {
  const known = ctx.process.of(recipes)
  const key = `${workflowId}:${version}`
  const found = known.get(key)
  if (found) return found
  return known.set(key, (await getVersion(ctx, workflowId, version)).version.recipe)
}

/**
 * Locks a workflow of the caller, so that no other transaction changes the workflow until the
 * current transaction ends.
 */
export async function lockOwn(tx: TxCtx, id: string): Promise<FoundWorkflow> {
  await tx.db.select({ id: workflows.id }).from(workflows).where(eq(workflows.id, id)).for('update')
  return getOwn(tx, id)
}

/**
 * Waits for runs and checkouts that are starting, and lets new runs and checkouts wait, until the
 * transaction ends.
 */
export async function lockWorkflows(tx: TxCtx, which: SQL | undefined): Promise<void> {
  await tx.db
    .select({ one: sql`1` })
    .from(workflows)
    .where(which)
    .orderBy(workflows.id)
    .for('update')
}

/**
 * A condition: the recipe stands in Discover. Written literally, as in the partial indexes: a
 * prepared plan cannot use them with a parameter.
 */
export const isListed = sql`${workflows.deletedAt} is null and ${workflows.hiddenAt} is null and not ${workflows.waiting} and ${workflows.failingAt} is null and ${workflows.state} = 'listed'`

/**
 * Lists the given workflows that the caller may see; `unlisted`: the caller knows the address, so
 * unlisted workflows too.
 */
export async function listSeenWorkflows(
  ctx: Ctx,
  ids: readonly string[],
  { unlisted }: { unlisted: boolean },
): Promise<WorkflowRow[]> {
  if (ids.length === 0) return []
  const { principal } = ctx.caller
  const mine = principal ? eq(workflows.ownerId, principal.id) : undefined
  const open = unlisted ? isNull(workflows.hiddenAt) : isListed
  return ctx.db
    .select()
    .from(workflows)
    .where(and(inArray(workflows.id, [...ids]), isNull(workflows.deletedAt), or(open, mine)))
}

/** Notifies every cache that may hold these workflows. */
export function announceWorkflows(tx: TxCtx, ids: readonly string[]): void {
  for (const workflowId of ids) {
    tx.afterCommit(() => tx.events.publish({ about: 'workflow', id: workflowId, seq: 0 }))
  }
}

export async function renameCreator(
  tx: TxCtx,
  news: { principalId: string; handle: string },
): Promise<void> {
  const renamed = await tx.db
    .update(workflows)
    .set({ handle: news.handle })
    .where(eq(workflows.ownerId, news.principalId))
    .returning({ id: workflows.id })
  announceWorkflows(
    tx,
    renamed.map((row) => row.id),
  )
}
