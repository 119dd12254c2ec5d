import { STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import { getStorefront as route, type StorefrontView } from '@vignette/contract/storefronts.ts'
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CreationRow } from '../../schema/creations.ts'
import { type StorefrontRow, storefronts } from '../../schema/profiles.ts'
import { type WorkflowRow, workflows } from '../../schema/workflows.ts'
import { listNewestShown, listShownOf, viewNamed } from '../creations/index.ts'
import { findByHandle } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { countLarge, isListed, viewCards } from '../workflows/index.ts'
import { countFollowers } from './follow.ts'

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
  const [cards, items, files] = await Promise.all([
    viewCards(ctx, rows),
    viewNamed(ctx, [...madeWith, ...madeBy]),
    viewMediaOf(ctx, [chosen.pictureId, chosen.coverId]),
  ])
  const own = files.get(chosen.pictureId ?? '')
  const featured = cards.find(({ id }) => id === chosen.featuredId) ?? null
  return {
    id: person.id,
    handle: person.username,
    picture: own ? (own.preview_url ?? own.url) : chosen.showPicture ? person.picture : null,
    cover:
      files.get(chosen.coverId ?? '') ??
      items.find(({ media }) => media?.preview_url)?.media ??
      null,
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

const toldOf = (count: number) => (count < STOREFRONT.shownFrom ? null : count)

/** First the newest creation of each recipe, then the second newest of each; recipes with most remixes come first. */
function spread(made: readonly CreationRow[], workflowIds: readonly string[]): CreationRow[] {
  const ofEach = workflowIds.map((id) => made.filter(({ workflowId }) => workflowId === id))
  const rounds = Array.from({ length: EACH }, (_, round) =>
    ofEach.flatMap((rows) => rows[round] ?? []),
  )
  return rounds.flat().slice(0, STOREFRONT.creations)
}

type Chosen = Omit<StorefrontRow, 'ownerId' | 'updatedAt'>

const NOTHING: Chosen = {
  showPicture: false,
  pictureId: null,
  coverId: null,
  lines: [],
  links: [],
  featuredId: null,
  workflowOrder: [],
}

export async function readChosen(ctx: Pick<Ctx, 'db'>, ownerId: string): Promise<Chosen> {
  const [row] = await ctx.db.select().from(storefronts).where(eq(storefronts.ownerId, ownerId))
  return row ?? NOTHING
}

interface Creator {
  id: string
  /** Absent before a creator chooses a name. */
  username: string | null
}

/** The listed recipes: the featured one, those that the creator put in order, then the newest. */
export async function listCreatorWorkflows(
  ctx: Pick<Ctx, 'db'>,
  { id, username }: Creator,
  { featuredId, workflowOrder }: Pick<Chosen, 'featuredId' | 'workflowOrder'>,
  most: number,
): Promise<WorkflowRow[]> {
  const first = [...new Set([featuredId ?? [], workflowOrder].flat())]
  const [chosen, newest] = await Promise.all([
    first.length === 0
      ? []
      : ctx.db
          .select()
          .from(workflows)
          .where(and(inArray(workflows.id, first), isListedOf(id))),
    ctx.db
      .select()
      .from(workflows)
      // By the name, whose index has the newest first: a creator may have thousands of recipes.
      .where(username ? and(eq(workflows.handle, username), isListed) : isListedOf(id))
      .orderBy(desc(workflows.createdAt), desc(workflows.id))
      .limit(most),
  ])
  const inOrder = first.flatMap((one) => chosen.find((row) => row.id === one) ?? [])
  const others = newest.filter((row) => !first.includes(row.id))
  return [...inOrder, ...others].slice(0, most)
}

/** All listed recipes of a creator, and their remixes. */
async function sumCreatorWorkflows(
  ctx: Pick<Ctx, 'db'>,
  ownerId: string,
): Promise<{ total: number; remixes: number }> {
  const [sums] = await ctx.db
    .select({
      total: count(),
      remixes: sql<number>`coalesce(sum(${workflows.remixCount}), 0)::int`,
    })
    .from(workflows)
    .where(isListedOf(ownerId))
  return sums ?? { total: 0, remixes: 0 }
}

const isListedOf = (ownerId: string) => and(eq(workflows.ownerId, ownerId), isListed)
