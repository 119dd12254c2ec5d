import { referencesIn } from '@vignette/contract/references.ts'
import { findShapeFaults } from '@vignette/contract/shape-faults.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { placeOf } from '../../platform/http/errors.ts'
import { faultIn } from './rules-bound.ts'
import type { Catalog, Recipe, RecipeStep } from './rules-recipe.ts'
import { fillParams } from './rules-references.ts'

/** This server's providers in the form that the workflow rules take. */
export function catalogOf(ctx: Pick<Ctx, 'providers'>): Catalog {
  return {
    hasProvider: (id) => ctx.providers.find(id) !== undefined,
    functionTypes: (id) => ctx.providers.find(id)?.functions.map((one) => one.functionType) ?? [],
    find(provider, functionType) {
      const spec = ctx.providers.findFunction(provider, functionType)
      if (!spec) return undefined
      return {
        needs: spec.needs,
        output: spec.output,
        varies: (params) => spec.varies?.(params) ?? false,
        model: spec.model,
        usesOf: spec.usesOf,
        checkParams: (params) => {
          // A value that comes by reference can only be checked at the run.
          const fixed = Object.fromEntries(
            Object.entries(params).filter(
              ([, value]) => referencesIn(JSON.stringify(value)).length === 0,
            ),
          )
          const given = (spec.fixedParams ?? []).filter(
            (name) => name in params && !(name in fixed),
          )
          return [
            ...given.map((path) => ({ path, message: 'can be no visitor’s choice' })),
            ...findShapeFaults(spec.params, fixed)
              .filter(({ path: [param = ''] }) => param in fixed || !(param in params))
              .map(({ path, message }) => ({ path: placeOf(path), message })),
          ]
        },
      }
    },
  }
}

/** A step's params with their references replaced, each read as the step's function takes it. */
export function fillStep(
  ctx: Pick<Ctx, 'providers'>,
  { provider, functionType, params }: Pick<RecipeStep, 'provider' | 'functionType' | 'params'>,
  valueOf: (name: string) => string,
): Record<string, unknown> {
  const facts = catalogOf(ctx).find(provider, functionType)
  return fillParams(
    params,
    valueOf,
    (param, value) => !facts || faultIn(facts, param, value) === undefined,
  )
}

/** Whether every provider of the recipe is set up on this server. */
export function isListable(ctx: Pick<Ctx, 'providers'>, { steps }: Pick<Recipe, 'steps'>): boolean {
  return steps.every((step) => ctx.providers.find(step.provider)?.availability(step).available)
}

/** Discover shows no recipe whose provider was never set up on this server. */
export function assertListable(
  ctx: Pick<Ctx, 'providers'>,
  { steps }: Pick<Recipe, 'steps'>,
): void {
  const details = steps.flatMap((step, at) => {
    if (isListable(ctx, { steps: [step] })) return []
    const provider = ctx.providers.find(step.provider)
    const state = provider?.availability(step)
    const told = state?.available === false ? state.told : undefined
    const why = told ?? `${provider?.title ?? step.provider} is not set up here.`
    const message = `The step "${step.id}" cannot run, so the recipe cannot be listed. ${why} It can stay unlisted until then.`
    return [{ path: `steps[${at}].provider`, message }]
  })
  const [first] = details
  if (first) throw new AppError('invalid_recipe', first.message, { details })
}

type Placed = Pick<RecipeStep, 'provider' | 'params'>

/** Why a workflow cannot run here now, or null; without the names of missing settings. */
export function unavailableReason(
  ctx: Pick<Ctx, 'providers'>,
  steps: readonly Placed[],
): string | null {
  for (const step of steps) {
    const provider = ctx.providers.find(step.provider)
    if (!provider) return `The generator "${step.provider}" is not part of this server.`
    const state = provider.availability(step)
    if (!state.available) return state.told ?? `${provider.title} is not available here.`
  }
  return null
}
