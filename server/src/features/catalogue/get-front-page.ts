import {
  type FrontPage,
  type FrontPiece,
  getFrontPage as route,
} from '@vignette/contract/front-page.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import { desc } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { type CreationRow } from '../../schema/creations.ts'
import { workflows } from '../../schema/workflows.ts'
import { listNewestShown } from '../creations/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { getRecipe, isListed } from '../workflows/index.ts'
import { findPoster } from './find-poster.ts'

const LIFE_MS = 10_000
const JSON_TYPE = 'application/json; charset=utf-8'
const PIECES = 12
/** From this many creations on, the page fills no further places with samples. */
const ENOUGH_PIECES = 6
/** Creations of this many of the most popular recipes are considered. */
const RECIPES = 24

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
    const isText = rulesOf(input).isTyped && !input.numeric
    if (isText && typeof value === 'string' && value.trim()) return value.trim()
  }
  return ''
}
