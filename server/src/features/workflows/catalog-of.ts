import { referencesIn } from '@vignette/contract/references.ts'
import { findShapeFaults } from '@vignette/contract/shape-faults.ts'
import type { Ctx } from '../../ctx.ts'
import { placeOf } from '../../platform/http/errors.ts'
import { faultIn } from './rules-bound.ts'
import type { Catalog, RecipeStep } from './rules-recipe.ts'
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
        model: spec.model,
        usesOf: spec.usesOf,
        checkParams: (params) => {
          // A value that comes by reference can only be checked at the run.
          const fixed = Object.fromEntries(
            Object.entries(params).filter(
              ([, value]) => referencesIn(JSON.stringify(value)).length === 0,
            ),
          )
          return findShapeFaults(spec.params, fixed)
            .filter(({ path: [param = ''] }) => param in fixed || !(param in params))
            .map(({ path, message }) => ({ path: placeOf(path), message }))
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
