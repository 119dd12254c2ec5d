import { readFile } from 'node:fs/promises'
import { recipeDocument } from '@vignette/contract/workflows.ts'
import { type Command, CommandError } from '../../command.ts'
import { placeOf } from '../../platform/http/errors.ts'
import { catalogOf } from './catalog-of.ts'
import { estimateCost } from './estimate-cost.ts'
import { findPriceFault } from './find-price-fault.ts'
import { parseRecipe } from './rules.ts'
import { dependenciesOf, type Recipe } from './rules-recipe.ts'
import { unavailableReason } from './unavailable-reason.ts'

export const workflowCommands: Command[] = [
  {
    name: 'recipes check',
    usage: 'recipes check FILE.json',
    summary: 'Validates a recipe and says what would run',
    async run(ctx, [file]) {
      if (!file) throw new CommandError('Give the path of a recipe.')
      const parsed = recipeDocument.safeParse({ user_id: 'cli', ...(await readJson(file)) })
      if (!parsed.success) {
        throw new CommandError(
          parsed.error.issues.map((issue) => `${placeOf(issue.path)}: ${issue.message}`).join('\n'),
        )
      }
      const checked = parseRecipe(parsed.data, catalogOf(ctx))
      if (!checked.ok) throw new CommandError(checked.faults.map((one) => one.message).join('\n'))
      const { recipe } = checked
      const { cents, faults } = estimateCost(ctx, recipe)
      if (faults.length > 0) throw new CommandError(faults.map((one) => one.message).join('\n'))
      const low = recipe.price > 0 ? findPriceFault(ctx, recipe) : undefined
      if (low) throw new CommandError(low.message)
      const missing = unavailableReason(
        ctx,
        recipe.steps.map((step) => step.provider),
      )
      return [
        `${recipe.name}: ${recipe.inputs.length} inputs, ${recipe.steps.length} steps`,
        ...plan(recipe),
        `estimated cost ${cents} of ${recipe.cost} cents`,
        missing ?? 'everything it needs is available here',
      ].join('\n')
    },
  },
]

/** The number of rounds of steps that run in parallel. */
function plan(recipe: Recipe): string[] {
  const lines: string[] = []
  const done = new Set(recipe.inputs.map((input) => input.key))
  let left = recipe.steps
  for (let round = 1; left.length > 0; round++) {
    const now = left.filter((step) => dependenciesOf(step).every((name) => done.has(name)))
    if (now.length === 0) break
    for (const step of now) done.add(step.id)
    left = left.filter((step) => !now.includes(step))
    lines.push(
      `${round}. ${now.map((step) => `${step.id} (${step.provider} ${step.functionType})`).join(', ')}`,
    )
  }
  return lines
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  } catch (cause) {
    throw new CommandError(`${file} cannot be read as JSON: ${(cause as Error).message}`)
  }
}
