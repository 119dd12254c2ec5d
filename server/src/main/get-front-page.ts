import {
  type FrontPage,
  type FrontPiece,
  type FrontPoster,
  getFrontPage as route,
} from '@vignette/contract/front-page.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type CreationRow, listNewestShown } from '../features/creations/index.ts'
import { isOfHouse, principals } from '../features/identity/index.ts'
import { viewMediaOf } from '../features/media/index.ts'
import {
  getRecipe,
  isListed,
  launchOf,
  offeredProof,
  unavailableReason,
  whyNotForSale,
  workflows,
} from '../features/workflows/index.ts'
import { buildAnswer } from '../platform/http/answer.ts'
import { posterToTry } from './poster-to-try.ts'
import { readSeed } from './seeds/seeds.ts'

const LIFE_MS = 10_000
const JSON_TYPE = 'application/json; charset=utf-8'
const PIECES = 12
/** From this many creations on, the page fills no further places with samples. */
const ENOUGH_PIECES = 6
/** Creations of this many of the most popular recipes are considered. */
const RECIPES = 24
/** The recipe of the first catalogue that the page draws from. */
const POSTER = 'where-you-grew-up'

type Listed = typeof workflows.$inferSelect

/** Every visitor gets the same answer, so the answer is built once and kept as bytes. */
export async function getFrontPage(ctx: Ctx) {
  const stranger = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return ctx.answers.get(route.name, { lifeMs: LIFE_MS }, async () => {
    const [found, pieces] = await Promise.all([findPoster(stranger), findPieces(stranger)])
    const page = route.answer.parse({ poster: found?.poster ?? null, pieces } satisfies FrontPage)
    return buildAnswer(JSON.stringify(page), { type: JSON_TYPE })
  })
}

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

/**
 * The newest creations that popular recipes made from words; samples fill the remaining places
 * where there are few.
 */
async function findPieces(ctx: Ctx): Promise<FrontPiece[]> {
  const recipes = await ctx.db
    .select()
    .from(workflows)
    .where(isListed)
    .orderBy(desc(workflows.popularity), desc(workflows.createdAt), desc(workflows.id))
    .limit(RECIPES)
  const byId = new Map(recipes.map((row) => [row.id, row]))
  const made = await listNewestShown(ctx, [...byId.keys()], 2)
  const files = await viewMediaOf(ctx, [
    ...made.map(({ mediaId }) => mediaId),
    ...recipes.map(({ sampleMediaId }) => sampleMediaId),
  ])
  const shown = await Promise.all(
    spread(made).map(async (row): Promise<FrontPiece[]> => {
      const recipe = byId.get(row.workflowId)
      const media = files.get(row.mediaId ?? '')
      if (!recipe || !media) return []
      const words = await wordsOf(ctx, row)
      if (!words) return []
      return [{ ...pieceOf(recipe), creation_id: row.id, words, media }]
    }),
  )
  const pieces = shown.flat().slice(0, PIECES)
  if (pieces.length >= ENOUGH_PIECES) return pieces
  const seen = new Set(pieces.map((piece) => piece.workflow_id))
  const samples = recipes.flatMap((recipe): FrontPiece[] => {
    const media = files.get(recipe.sampleMediaId ?? '')
    return media && !media.uploaded && !seen.has(recipe.id)
      ? [{ ...pieceOf(recipe), creation_id: null, words: '', media }]
      : []
  })
  return [...pieces, ...samples].slice(0, PIECES)
}

const pieceOf = (recipe: Listed) => ({ workflow_id: recipe.id, workflow_name: recipe.name })

/** First the newest creation of each recipe, then the second newest of each. */
function spread(made: readonly CreationRow[]): CreationRow[] {
  const firsts = made.filter(
    (row, at) => made.findIndex((one) => one.workflowId === row.workflowId) === at,
  )
  return [...firsts, ...made.filter((row) => !firsts.includes(row))]
}

/** The first text that the maker wrote; public with the creation. */
async function wordsOf(ctx: Ctx, row: CreationRow): Promise<string> {
  const recipe = await getRecipe(ctx, row.workflowId, row.workflowVersion)
  for (const input of recipe.inputs) {
    const value = row.inputs[input.key]
    const isTyped = input.step_type === 'text_input' || input.step_type === 'textarea'
    if (isTyped && !input.numeric && typeof value === 'string' && value.trim()) return value.trim()
  }
  return ''
}
