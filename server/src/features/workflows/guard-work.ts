import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isApprovedCreator } from '../identity/index.ts'
import { estimateWork, type RunWork } from './estimate-work.ts'
import { factsOf } from './facts-of.ts'
import type { ReadyInputs, Runnable } from './get-runnable.ts'
import type { Recipe } from './rules-recipe.ts'

/** Seconds of a core that one run may take of this machine. */
const MOST_SECONDS = { free: 60, trusted: 600 } as const

/** Of a free recipe the inputs' own values count, and of a file that is still unknown a common size. */
export function assertWorkAffordable(ctx: Ctx, creator: Principal, recipe: Recipe): void {
  const trusted = recipe.price > 0 || creator.approvedCreator || creator.admin
  const most = trusted ? MOST_SECONDS.trusted : MOST_SECONDS.free
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const input = recipe.inputs.find((one) => one.key === name)
      return String(input?.value ?? input?.options[0]?.value ?? '')
    },
    factsOf: () => undefined,
  })
  if (work.seconds <= most) return
  const message = `steps take about ${work.seconds} s of a processor core (${tellSteps(work)}), and ${
    trusted ? 'no recipe' : 'a free recipe of a creator who is not approved'
  } may take more than ${most} s: use fewer, shorter or smaller steps`
  throw new AppError('invalid_recipe', message, { details: [{ path: 'steps', message }] })
}

/** What a run with these inputs takes of this machine; refused where that is too much. */
export async function estimateRun(
  ctx: Ctx,
  runnable: Runnable,
  inputs: ReadyInputs,
): Promise<RunWork> {
  const { recipe } = runnable
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const value = inputs.values[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    factsOf: (name) => {
      const value = inputs.values[name]
      const id = value && typeof value === 'object' && 'id' in value ? value.id : undefined
      const row = inputs.media.find((one) => one.id === id)
      return row && factsOf(row)
    },
  })
  if (work.seconds <= MOST_SECONDS.free) return work
  const trusted = runnable.price > 0 || (await isApprovedCreator(ctx, runnable.ownerId))
  const most = trusted ? MOST_SECONDS.trusted : MOST_SECONDS.free
  if (work.seconds <= most) return work
  throw new AppError(
    'validation_failed',
    `With these inputs the recipe takes about ${work.seconds} s of a processor core (${tellSteps(work)}), and a run may take at most ${most} s here. Choose something shorter or smaller.`,
  )
}

/** The dearest first. */
function tellSteps({ steps }: RunWork): string {
  const dearest = steps.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3)
  const told = dearest.map(({ id, seconds }) => `${id} ${Math.ceil(seconds)} s`)
  return [...told, ...(steps.length > dearest.length ? ['…'] : [])].join(', ')
}
