import type { UserInputs } from '@vignette/contract/creations.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../generation/index.ts'
import { hashRecipe, type Recipe } from '../workflows/index.ts'

/**
 * Inputs for a test by the server: those of the creator's last passed test of this text, or else
 * the values that the recipe itself suggests. Undefined where the recipe needs a file, which only a
 * person can give. Buyers' inputs are never used.
 */
export async function findTriedInputs(
  ctx: Pick<Ctx, 'db'>,
  { ownerId, recipe }: { ownerId: string; recipe: Recipe },
): Promise<UserInputs | undefined> {
  const [passed] = await ctx.db
    .select({ inputs: jobs.inputs })
    .from(jobs)
    .where(
      and(
        eq(jobs.documentHash, hashRecipe(recipe)),
        eq(jobs.ownerId, ownerId),
        eq(jobs.status, 'COMPLETED'),
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  if (passed) return passed.inputs
  const asked = recipe.inputs.filter((input) => input.required || input.value !== null)
  if (asked.some((input) => rulesOf(input).brings !== 'text')) return undefined
  return Object.fromEntries(asked.map((input) => [input.key, offeredBy(input)]))
}

/** A text for an input without a pattern, which accepts any text. */
const SOME_TEXT = 'A small boat'

function offeredBy({ value, options, ideas, numeric, min, max_length: most }: WorkflowInput) {
  if (value !== null && value !== '') return value
  const [option] = options
  if (option) return option.value
  if (numeric) return String(min ?? 1)
  return ideas?.[0] ?? SOME_TEXT.slice(0, most ?? undefined)
}
