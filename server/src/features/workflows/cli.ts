import { readFile } from 'node:fs/promises'
import { countCents } from '@vignette/contract/currency.ts'
import { type Command, CommandError } from '../../command.ts'
import { checkDocument, type Publisher } from './check-workflow.ts'
import { describeFault } from './read-recipe.ts'
import { dependenciesOf, type Recipe } from './rules-recipe.ts'

export const workflowCommands: Command[] = [
  {
    name: 'workflows check',
    usage: 'workflows check FILE.json',
    summary: 'Validates a recipe and says what would run',
    async run(ctx, [file]) {
      if (!file) throw new CommandError('Give the path of a recipe.')
      const checked = await checkDocument(ctx, await readJson(file), OPERATOR)
      const wrong = [...checked.faults, ...checked.refused].map(describeFault)
      const { recipe } = checked
      if (wrong.length > 0 || !recipe) throw new CommandError(wrong.join('\n'))
      const missing = checked.missing.map((one) => one.message).join('\n')
      return [
        `${recipe.name}: ${recipe.inputs.length} inputs, ${recipe.steps.length} steps`,
        ...plan(recipe),
        `estimated cost ${checked.cost_cents} of ${countCents(recipe.cost)}`,
        missing || 'everything it needs is available here',
      ].join('\n')
    },
  },
]

const OPERATOR: Publisher = { id: 'cli', kind: 'user', approvedCreator: true, admin: true }

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
