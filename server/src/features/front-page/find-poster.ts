import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { readSeed } from '../first-catalogue/index.ts'
import { isOfHouse, principals } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import {
  getRecipe,
  isListed,
  launchOf,
  offeredProof,
  unavailableReason,
  whyNotForSale,
  workflows,
} from '../workflows/index.ts'
import { posterToTry } from './poster-to-try.ts'

/** The recipe of the first catalogue that the page draws from. */
const POSTER = 'where-you-grew-up'

/** The poster to try with its recipe; null where the catalogue has none, or this server cannot draw it. */
export async function findPoster(ctx: Ctx) {
  const [found] = await ctx.db
    .select({ row: workflows })
    .from(workflows)
    .innerJoin(principals, eq(principals.id, workflows.ownerId))
    // The page shows the recipe's prompt, and only the operator's own prompts are no secret.
    .where(and(isOfHouse, eq(workflows.name, readSeed(POSTER).name), isListed))
    .orderBy(desc(workflows.createdAt))
    .limit(1)
  if (!found) return null
  const { row } = found
  const recipe = await getRecipe(ctx, row.id, row.version)
  const drawn = posterToTry(recipe)
  if (!drawn || unavailableReason(ctx, ['local']) || whyNotForSale(ctx, recipe, false)) return null
  const samples = await viewMediaOf(ctx, [row.sampleMediaId])
  const poster: FrontPoster = {
    workflow_id: row.id,
    name: row.name,
    price: launchOf(ctx, row)?.price ?? row.price,
    proof: offeredProof(ctx, recipe) !== null,
    sample: samples.get(row.sampleMediaId ?? '') ?? null,
    ...drawn,
  }
  return { poster, recipe }
}
