import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { workflows, workflowVersions } from '../../schema/workflows.ts'
import { tellChange, workflowEvents } from './events.ts'
import type { Recipe } from './rules-recipe.ts'
import { announceWorkflows, lockWorkflows } from './workflow.ts'

const BATCH = 100

export const lookUpModels = defineTask({
  name: 'workflows.look-up-models',
  retryLimit: 1,
  // Other tasks that read many recipes run in other minutes.
  cron: '17 * * * *',
  run: runLookUpModels,
})

/** A step's model, or its provider's own choice where the model is null. */
type Named = Pick<Recipe['steps'][number], 'provider' | 'functionType' | 'model'>
interface Found {
  model: string
  offered: boolean
}
type Answers = ReadonlyMap<string, Found>

const keyOf = ({ provider, functionType, model }: Named) =>
  JSON.stringify([provider, functionType, model])

/**
 * Asks vendors which models of live recipes they still offer, and ends new runs of every recipe
 * with one that is gone, before a buyer meets it in a run that fails. What no vendor says anything
 * of stays as it was; a recipe opens again once all its models are offered.
 */
async function runLookUpModels(ctx: Ctx, _: object, signal: AbortSignal): Promise<void> {
  const vendors = ctx.providers
    .list()
    .filter(({ id, available }) => available && ctx.providers.get(id).lookUpModel)
    .map(({ id }) => id)
  if (vendors.length === 0) return
  const answers = await askVendors(ctx, await listNamed(ctx, vendors), signal)
  const ids = await listConcerned(ctx, answers)
  for (let at = 0; at < ids.length; at += BATCH) {
    await markSome(ctx, ids.slice(at, at + BATCH), answers)
  }
}

const steps = sql`jsonb_array_elements(${workflowVersions.recipe} -> 'steps') step`
const isLive = and(
  eq(workflowVersions.workflowId, workflows.id),
  eq(workflowVersions.version, workflows.version),
)
const ofStep = sql`jsonb_build_array(step -> 'provider', step -> 'functionType', step -> 'model')`

/** Each model that a live recipe names at one of these vendors, once. */
async function listNamed(ctx: Ctx, vendors: string[]): Promise<Named[]> {
  const found = await ctx.db.execute<{ named: [string, string, string | null] }>(sql`
    select distinct ${ofStep} as named
    from ${workflows} join ${workflowVersions} on ${isLive}, ${steps}
    where ${workflows.deletedAt} is null and step ->> 'provider' in ${vendors}`)
  return found.rows.map(({ named: [provider, functionType, model] }) => ({
    provider,
    functionType,
    model,
  }))
}

async function askVendors(ctx: Ctx, named: Named[], signal: AbortSignal): Promise<Answers> {
  const answers = new Map<string, Found>()
  // One after another, so that no vendor gets a burst of questions.
  for (const one of named) {
    signal.throwIfAborted()
    const { functionType, model } = one
    const call = { functionType, ...(model !== null && { model }) }
    try {
      const found = await ctx.providers.get(one.provider).lookUpModel?.(call, signal)
      if (found) answers.set(keyOf(one), found)
    } catch (error) {
      ctx.log.warn({ err: error, ...one }, 'a model could not be looked up')
    }
  }
  return answers
}

/** The live recipes with a model that is gone, and those that were marked before. */
async function listConcerned(ctx: Ctx, answers: Answers): Promise<string[]> {
  const gone = [...answers].flatMap(([key, { offered }]) => (offered ? [] : [key]))
  const keys = sql.join(
    gone.map((key) => sql`${key}::jsonb`),
    sql`, `,
  )
  const uses = sql`exists (select from ${steps} where ${ofStep} in (${keys}))`
  const found = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    .innerJoin(workflowVersions, isLive)
    .where(
      and(
        isNull(workflows.deletedAt),
        or(isNotNull(workflows.goneModel), gone.length > 0 ? uses : undefined),
      ),
    )
    .orderBy(workflows.id)
  return found.map(({ id }) => id)
}

/** Locks the rows as a pause does, so that a run or checkout either starts before or sees the mark. */
async function markSome(ctx: Ctx, ids: string[], answers: Answers): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockWorkflows(tx, inArray(workflows.id, ids))
    const found = await tx.db
      .select({
        row: workflows,
        recipe: workflowVersions.recipe,
      })
      .from(workflows)
      .innerJoin(workflowVersions, isLive)
      .where(inArray(workflows.id, ids))
    const changed = found
      .map(({ row, recipe }) => ({ row, after: findGone(recipe, answers, row.goneModel) }))
      .filter(({ row, after }) => after !== row.goneModel)
    for (const { row, after } of changed) {
      await tx.db.update(workflows).set({ goneModel: after }).where(eq(workflows.id, row.id))
    }
    const closed = changed.filter(({ after }) => after !== null).map(({ row }) => row.id)
    if (closed.length > 0) await workflowEvents.closed.emit(tx, { workflowIds: closed })
    for (const { row, after } of changed) await tellChange(tx, row, { ...row, goneModel: after })
    announceWorkflows(
      tx,
      changed.map(({ row }) => row.id),
    )
  })
}

/** A model of the recipe that is gone, or the one that was gone before and may be so still. */
function findGone(recipe: Recipe, answers: Answers, before: string | null): string | null {
  const found = recipe.steps.map((step) => answers.get(keyOf(step)))
  const gone = found.find((one) => one && !one.offered)
  if (gone) return gone.model
  return found.some((one) => one?.model === before) ? null : before
}
