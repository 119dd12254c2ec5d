import { type NamedRecipe, namedRecipeAt, recipePath } from '@vignette/contract/creator-path.ts'
import { and, eq, isNull, like, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { foldAccents } from '../../platform/fold-accents.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { pastUsernames, principals } from '../../schema/identity.ts'
import { type WorkflowRow, workflowAddresses, workflows } from '../../schema/workflows.ts'
import { announceWorkflows, getListedOrBought } from './workflow.ts'

const LONGEST = 60
/** Two letters where the alphabet's own sign is one. */
const LIGATURES: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe' }

/** A recipe's name as part of an address: letters and digits of every script, without accents. */
export function slugOf(name: string): string {
  const plain = foldAccents(name.toLowerCase())
    .normalize('NFC')
    .replace(/[ßæœ]/g, (letter) => LIGATURES[letter] ?? letter)
    // Signs that say how the one before is drawn, and apostrophes inside a word.
    .replace(/[\ufe00-\ufe0f\u20e3'’]/g, '')
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const whole = Array.from(words.join('-'))
  if (whole.length <= LONGEST) return whole.join('') || 'recipe'
  const cut = whole.slice(0, LONGEST).join('')
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut
}

type Nameable = Pick<WorkflowRow, 'id' | 'ownerId' | 'name' | 'slug'>

/**
 * Gives a listed recipe the address of its name. An unlisted one gets none, since a name can be
 * guessed and an id cannot. An address is never given to another recipe, so that an old one leads
 * to the recipe that had it.
 */
export async function giveAddress(tx: TxCtx, recipe: Nameable): Promise<string> {
  const base = slugOf(recipe.name)
  const known = await tx.db
    .select({ slug: workflowAddresses.slug, workflowId: workflowAddresses.workflowId })
    .from(workflowAddresses)
    .where(
      and(
        eq(workflowAddresses.ownerId, recipe.ownerId),
        or(eq(workflowAddresses.slug, base), like(workflowAddresses.slug, `${base}-%`)),
      ),
    )
  const holders = new Map(known.map(({ slug, workflowId }) => [slug, workflowId]))
  for (let at = 1; ; at++) {
    const slug = at === 1 ? base : `${base}-${at}`
    const holder = holders.get(slug)
    if (holder !== undefined && holder !== recipe.id) continue
    if (holder === undefined && !(await takeSlug(tx, recipe, slug))) continue
    if (slug !== recipe.slug) {
      await tx.db.update(workflows).set({ slug }).where(eq(workflows.id, recipe.id))
    }
    return slug
  }
}

/** False where another recipe of the owner took it at the same moment. */
async function takeSlug(tx: TxCtx, { id, ownerId }: Nameable, slug: string): Promise<boolean> {
  const taken = await tx.db
    .insert(workflowAddresses)
    .values({ ownerId, slug, workflowId: id })
    .onConflictDoNothing()
    .returning({ slug: workflowAddresses.slug })
  return taken.length > 0
}

/** The recipe at a readable address, also at an earlier one and of a recipe that the caller may not see. */
export async function findNamed(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { handle, name }: NamedRecipe,
): Promise<WorkflowRow | undefined> {
  const now = ctx.clock.now().toISOString()
  const owners = sql`(select ${principals.id} from ${principals} where ${principals.username} = ${handle}
    union all select ${pastUsernames.principalId} from ${pastUsernames}
    where ${pastUsernames.username} = ${handle} and ${pastUsernames.keptUntil} > ${now}::timestamptz)`
  const [found] = await ctx.db
    .select({ row: workflows })
    .from(workflowAddresses)
    .innerJoin(workflows, eq(workflows.id, workflowAddresses.workflowId))
    .where(and(sql`${workflowAddresses.ownerId} in ${owners}`, eq(workflowAddresses.slug, name)))
    .limit(1)
  return found?.row
}

/** The id and present address of the recipe at a readable address, for whom its page is there. */
export async function findWorkflowAt(
  ctx: Ctx,
  { handle, name }: NamedRecipe,
): Promise<{ id: string; address: string }> {
  const named = namedRecipeAt(`/@${handle}/${encodeURIComponent(name)}`)
  const row = named && (await findNamed(ctx, named))
  if (!row) {
    throw new AppError('not_found', 'This recipe may have been deleted or does not exist.')
  }
  if (row.hiddenAt || row.deletedAt) await getListedOrBought(ctx, row.id)
  return { id: row.id, address: recipePath(row) }
}

const BATCH = 200

export const nameWorkflows = defineTask({
  name: 'workflows.name-workflows',
  retryLimit: 2,
  cron: '20 * * * *',
  run: runNameWorkflows,
})

/** Gives addresses to listed recipes of accounts that were published before there were any. */
async function runNameWorkflows(ctx: Ctx, _: object, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const named = await inTransaction(ctx, nameSome)
    if (named < BATCH) return
  }
}

async function nameSome(tx: TxCtx): Promise<number> {
  const rows = await tx.db
    .select({ row: workflows })
    .from(workflows)
    .innerJoin(principals, eq(principals.id, workflows.ownerId))
    .where(
      and(
        isNull(workflows.slug),
        eq(workflows.state, 'listed'),
        isNull(workflows.deletedAt),
        eq(principals.kind, 'user'),
      ),
    )
    .orderBy(workflows.createdAt, workflows.id)
    .limit(BATCH)
    .for('update', { of: workflows, skipLocked: true })
  for (const { row } of rows) await giveAddress(tx, row)
  announceWorkflows(
    tx,
    rows.map(({ row }) => row.id),
  )
  return rows.length
}
