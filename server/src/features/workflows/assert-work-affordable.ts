import type { Ctx, Principal } from '../../ctx.ts'
import { estimateWork, type RunWork } from './estimate-work.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import type { Fault, Recipe } from './rules-recipe.ts'

/** Maximum CPU seconds of this machine for one run. */
export const MOST_SECONDS = { free: 60, trusted: 600 } as const

export function assertWorkAffordable(ctx: Ctx, creator: Principal, recipe: Recipe): void {
  const fault = findWorkFault(ctx, creator, recipe)
  if (fault) throw refuseRecipe([fault])
}

/** For a free workflow the inputs' own values count, and a file not yet known counts with a usual size. */
export function findWorkFault(
  ctx: Pick<Ctx, 'providers'>,
  creator: Pick<Principal, 'approvedCreator' | 'admin'>,
  recipe: Recipe,
): Fault | undefined {
  const trusted = recipe.price > 0 || creator.approvedCreator || creator.admin
  const most = trusted ? MOST_SECONDS.trusted : MOST_SECONDS.free
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const input = recipe.inputs.find((one) => one.key === name)
      return String(input?.value ?? input?.options[0]?.value ?? '')
    },
    factsOf: () => undefined,
  })
  if (work.seconds <= most) return undefined
  const message = `take about ${work.seconds} s of a processor core (${tellSteps(work)}), and ${
    trusted ? 'no recipe' : 'a free recipe of a creator who is not approved'
  } may take more than ${most} s: use fewer, shorter or smaller steps`
  return { path: 'steps', message }
}

/** The most expensive step first. */
export function tellSteps({ steps }: RunWork): string {
  const dearest = steps.toSorted((a, b) => b.seconds - a.seconds).slice(0, 3)
  const told = dearest.map(({ id, seconds }) => `${id} ${Math.ceil(seconds)} s`)
  return [...told, ...(steps.length > dearest.length ? ['…'] : [])].join(', ')
}
