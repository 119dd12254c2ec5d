import { rulesOf } from '@vignette/contract/input-types.ts'
import { FEW_PEOPLE, type NumberRange } from '@vignette/contract/number-limits.ts'
import type {
  NumberChoice,
  NumberDecline,
  getStudioNumbers as studioRoute,
  getWorkflowNumbers as workflowRoute,
} from '@vignette/contract/numbers.ts'
import { DECLINE_REASONS } from '@vignette/contract/proof-limits.ts'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { workflows } from '../../schema/workflows.ts'
import { requireVisitor } from '../identity/index.ts'
import { currentBook, isSale } from '../payments/index.ts'
import { getOwned, type Recipe } from '../workflows/index.ts'
import { beginOf } from './figures.ts'
import { findLeaving } from './forms.ts'
import { viewFigures, viewNumbers, weigh } from './view-numbers.ts'

const RECIPES = 100

/** The numbers of all workflows of the caller, those that were taken down too. */
export async function getStudioNumbers(
  ctx: Ctx,
  range: NumberRange,
): Promise<z.input<(typeof studioRoute)['answer']>> {
  const owner = requireVisitor(ctx)
  const own = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(eq(workflows.ownerId, owner.id))
  const names = new Map(own.map(({ id, name }) => [id, name]))
  const workflowIds = [...names.keys()]
  const { view, groups } = await viewNumbers(ctx, { workflowIds, range, also: 'workflow_id' })
  const recipes = groups
    .filter(({ workflowId }) => workflowId !== null)
    .toSorted((a, b) => weigh(b.figures) - weigh(a.figures))
    .slice(0, RECIPES)
    .map(({ workflowId, figures }) => {
      const { delivered: _, ...shown } = viewFigures(figures)
      return { id: workflowId ?? '', name: names.get(workflowId ?? '') ?? '', ...shown }
    })
  return { ...view, recipes }
}

/** The numbers of one workflow, for its creator alone. */
export async function getWorkflowNumbers(
  ctx: Ctx,
  id: string,
  range: NumberRange,
): Promise<z.input<(typeof workflowRoute)['answer']>> {
  const { row, version: live } = await getOwned(ctx, id)
  const { view, groups, forms } = await viewNumbers(ctx, {
    workflowIds: [row.id],
    range,
    also: 'version',
  })
  const versions = groups
    .flatMap(({ version, figures }) =>
      version === null ? [] : [{ version, ...viewFigures(figures), refunded: figures.refunded }],
    )
    .toSorted((a, b) => b.version - a.version)
  const choices = await countChoices(ctx, { ...row, recipe: live.recipe }, view.from)
  const leaving = findLeaving(forms, live)
  const declines = await countDeclines(ctx, row.id, view.from)
  return { ...view, versions, choices, leaving, declines }
}

/** How often buyers said what was wrong with proofs that they did not keep. */
async function countDeclines(
  ctx: Pick<Ctx, 'db' | 'gateway'>,
  workflowId: string,
  from: string,
): Promise<NumberDecline[]> {
  const { rows } = await ctx.db.execute<{ reason: string; times: number; people: number }>(sql`
    select ${payments.declineReason} as reason, count(*)::int as times,
      count(distinct ${payments.buyerId})::int as people
    from ${payments}
    where ${isSale} and ${payments.workflowId} = ${workflowId}
      and ${payments.book} = ${currentBook(ctx)}
      and ${payments.declineReason} is not null and ${payments.movedAt} >= ${beginOf(from)}
    group by 1`)
  return DECLINE_REASONS.map((reason) => ({
    reason,
    times: timesOf(rows.find((row) => row.reason === reason)),
  }))
}

/** Null for so few people that one of them might be recognised. */
function timesOf({ times, people }: { times: number; people: number } = { times: 0, people: 0 }) {
  return people > 0 && people < FEW_PEOPLE ? null : times
}

/**
 * How often visitors other than the creator took each option of the recipe's choices. Typed texts
 * are not read, and erased inputs are not counted.
 */
async function countChoices(
  ctx: Pick<Ctx, 'db'>,
  workflow: { id: string; ownerId: string; recipe: Recipe },
  from: string,
): Promise<NumberChoice[]> {
  const choices = workflow.recipe.inputs.filter(
    (input) => !rulesOf(input).isTyped && rulesOf(input).choicesOf(input) !== undefined,
  )
  if (choices.length === 0) return []
  const keys = sql.param(choices.map(({ key }) => key))
  const { rows } = await ctx.db.execute<{
    key: string
    value: string
    times: number
    people: number
  }>(sql`
    select key, trim(value) as value, count(*)::int as times, count(distinct owner_id)::int as people
    from ${jobs}, jsonb_each_text(${jobs.inputs}) given (key, value)
    where ${jobs.workflowId} = ${workflow.id} and not ${jobs.test}
      and ${jobs.ownerId} <> ${workflow.ownerId}
      and ${jobs.createdAt} >= (${from}::timestamp at time zone 'UTC')
      and key = any(${keys}::text[])
    group by 1, 2`)
  return choices.map(({ key, display_name, options }) => ({
    key,
    name: display_name,
    options: options.map(({ value, label }) => {
      const taken = rows.find((row) => row.key === key && row.value === value.trim())
      return { value, label, times: timesOf(taken) }
    }),
  }))
}
