import { STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import { getStorefront as route, type StorefrontView } from '@vignette/contract/storefronts.ts'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CreationRow, listNewestShown, listShownOf, viewNamed } from '../creations/index.ts'
import { countFollowers } from '../follows/index.ts'
import { findByHandle } from '../identity/index.ts'
import { countLarge, viewCards } from '../workflows/index.ts'
import { listCreatorWorkflows, readChosen, sumCreatorWorkflows } from './queries.ts'

/** A remix sends no notification for its count, so counts may be this old. */
const LIFE_MS = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'
/** Creations are looked for among this many of the most remixed recipes. */
const RECIPES = 24
const EACH = 2

/** Every visitor gets the same answer, so the answer is built once and kept as bytes. */
export async function getStorefront(ctx: Ctx, asked: string) {
  const handle = asked.toLowerCase()
  const stranger = { ...ctx, caller: { ...ctx.caller, principal: null } }
  return ctx.answers.get(`${route.name} ${handle}`, { lifeMs: LIFE_MS }, async () => {
    const storefront = route.answer.parse(await viewStorefront(stranger, handle))
    return buildAnswer(JSON.stringify(storefront), { type: JSON_TYPE })
  })
}

async function viewStorefront(ctx: Ctx, handle: string): Promise<StorefrontView> {
  const person = await findByHandle(ctx, handle)
  if (!person?.username || person.bannedAt) {
    throw new AppError('not_found', 'There is nobody with this name.')
  }
  const chosen = await readChosen(ctx, person.id)
  const [rows, { total, remixes }, made, followers] = await Promise.all([
    listCreatorWorkflows(ctx, person, chosen, STOREFRONT.recipes),
    countLarge(ctx, `recipes of ${person.id}`, () => sumCreatorWorkflows(ctx, person.id)),
    // Reads more than are shown: some of them are already among the creations made with the person's recipes.
    listShownOf(ctx, person.id, 2 * STOREFRONT.creations),
    countFollowers(ctx, person.id),
  ])
  const byUse = rows.toSorted((one, other) => other.remixCount - one.remixCount)
  const ids = byUse.slice(0, RECIPES).map(({ id }) => id)
  const madeWith = spread(await listNewestShown(ctx, ids, EACH), ids)
  const withIds = new Set(madeWith.map(({ id }) => id))
  const madeBy = made.filter(({ id }) => !withIds.has(id)).slice(0, STOREFRONT.creations)
  const [cards, items] = await Promise.all([
    viewCards(ctx, rows),
    viewNamed(ctx, [...madeWith, ...madeBy]),
  ])
  const featured = cards.find(({ id }) => id === chosen.featuredId) ?? null
  return {
    id: person.id,
    handle: person.username,
    picture: chosen.showPicture ? person.picture : null,
    lines: chosen.lines,
    links: chosen.links,
    followers: toldOf(followers),
    remixes: toldOf(remixes),
    featured,
    recipes: cards.filter((card) => card !== featured),
    recipes_total: total,
    made_with: items.slice(0, madeWith.length),
    made_by: items.slice(madeWith.length),
  }
}

const toldOf = (count: number) => (count < STOREFRONT.toldFrom ? null : count)

/** First the newest creation of each recipe, then the second newest of each; recipes with most remixes come first. */
function spread(made: readonly CreationRow[], workflowIds: readonly string[]): CreationRow[] {
  const ofEach = workflowIds.map((id) => made.filter(({ workflowId }) => workflowId === id))
  const rounds = Array.from({ length: EACH }, (_, round) =>
    ofEach.flatMap((rows) => rows[round] ?? []),
  )
  return rounds.flat().slice(0, STOREFRONT.creations)
}
