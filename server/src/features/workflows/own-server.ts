import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { comfyServers } from '../../schema/comfy-servers.ts'
import { principals } from '../../schema/identity.ts'
import type { Fault, Recipe, RecipeStep } from './rules-recipe.ts'

type Found = Pick<Ctx, 'db' | 'providers'>

/** Whether visitors' words and files go to a server of the recipe's creator. */
export function runsOnOwnServer(ctx: Pick<Ctx, 'providers'>, { steps }: Pick<Recipe, 'steps'>) {
  return steps.some((step) => ownServerOf(ctx, step) !== undefined)
}

/** Steps that name a server which the recipe's owner does not have, or may not use any more. */
export async function findOwnServerFaults(
  ctx: Found,
  ownerId: string,
  { steps }: Pick<Recipe, 'steps'>,
): Promise<Fault[]> {
  const named = steps.map((step) => ownServerOf(ctx, step))
  const names = named.filter((name) => name !== undefined)
  if (names.length === 0) return []
  const rows = await ctx.db
    .select({ name: comfyServers.name })
    .from(comfyServers)
    .innerJoin(principals, eq(principals.id, comfyServers.ownerId))
    .where(
      and(
        eq(comfyServers.ownerId, ownerId),
        inArray(comfyServers.name, names),
        isNull(principals.bannedAt),
        isNull(principals.deletedAt),
      ),
    )
  const there = new Set(rows.map((row) => row.name))
  return named.flatMap((name, at) =>
    name === undefined || there.has(name)
      ? []
      : [
          {
            path: `steps[${at}].params.server`,
            message: `names “${name}”, which is no ComfyUI server of yours`,
          },
        ],
  )
}

/** Why a recipe cannot run on its creator's server, or null. */
export async function ownServerReason(
  ctx: Found,
  ownerId: string,
  recipe: Pick<Recipe, 'steps'>,
): Promise<string | null> {
  const [fault] = await findOwnServerFaults(ctx, ownerId, recipe)
  return fault ? 'It runs on a server of its creator that is no longer there.' : null
}

function ownServerOf(
  ctx: Pick<Ctx, 'providers'>,
  { provider, params }: Pick<RecipeStep, 'provider' | 'params'>,
): string | undefined {
  return ctx.providers.find(provider)?.ownServerOf?.(params)
}
