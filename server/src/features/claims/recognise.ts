import { isShortCode } from '@vignette/contract/card-kinds.ts'
import { namedRecipeAt } from '@vignette/contract/creator-path.ts'
import type { ReportedType } from '@vignette/contract/moderation.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { creations, showsFile } from '../../schema/creations.ts'
import { workflows } from '../../schema/workflows.ts'
import { mediaIdOf, ownPathOf } from '../media/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { findNamed } from '../workflows/index.ts'

/** How many things one claim names at most. */
const MOST = 20

export interface Named {
  type: ReportedType
  id: string
  ownerId: string
}

/**
 * The things of this site whose addresses stand in a text, private ones too: the reader of the answer
 * must not learn which of them exist.
 */
export async function recognise(tx: TxCtx, text: string): Promise<Named[]> {
  const found = new Map<string, Named>()
  for (const address of new Set(listAddresses(text))) {
    if (found.size >= MOST) break
    const named = await readAddress(tx, address)
    if (!named) continue
    const subject = await moderatedSubjects[named.type].find.ask(tx, { id: named.id })
    if (subject) found.set(`${named.type} ${named.id}`, { ...named, ownerId: subject.ownerId })
  }
  return [...found.values()]
}

/** Whatever may be an address, without the signs that a sentence puts around it. */
function listAddresses(text: string): string[] {
  return text
    .split(/[\s<>"'`(){}[\]]/)
    .map(withoutEnd)
    .filter((word) => /^(?:https?:\/\/|\/)./i.test(word) && word.length <= 2000)
    .slice(0, 200)
}

function withoutEnd(word: string): string {
  let end = word.length
  while ('.,;:!?'.includes(word[end - 1] ?? '-')) end -= 1
  return word.slice(0, end)
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const PAGE = new RegExp(`^/(workflows|embed|creations|collections|letters)/${ID}(?:/|$)`, 'i')
const TYPES: Record<string, ReportedType> = {
  workflows: 'workflow',
  embed: 'workflow',
  creations: 'creation',
  collections: 'collection',
  letters: 'letter',
}

async function readAddress(
  tx: TxCtx,
  address: string,
): Promise<{ type: ReportedType; id: string } | undefined> {
  const path = ownPathOf(tx, address)
  if (path === undefined) return undefined
  const [, page, id] = PAGE.exec(path) ?? []
  const type = page && TYPES[page.toLowerCase()]
  if (type && id) return { type, id: id.toLowerCase() }
  const short = /^\/go\/([^/]+)\/?$/.exec(path)?.[1]?.toLowerCase()
  if (short) return isShortCode(short) ? findShort(tx, short) : undefined
  const recipe = namedRecipeAt(path)
  const named = recipe && (await findNamed(tx, recipe))
  if (named) return { type: 'workflow', id: named.id }
  const mediaId = mediaIdOf(tx, address)
  return mediaId ? findShown(tx, mediaId) : undefined
}

async function findShort(tx: TxCtx, code: string) {
  const [row] = await tx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(eq(sql`right(${workflows.id}::text, 12)`, code))
    .limit(1)
  return row && { type: 'workflow' as const, id: row.id }
}

/** What shows a file: the creation that was made with it, or else a recipe whose sample it is. */
export async function findShown(
  tx: TxCtx,
  mediaId: string,
): Promise<{ type: ReportedType; id: string } | undefined> {
  const [made] = await tx.db.select({ id: creations.id }).from(creations).where(showsFile(mediaId))
  if (made) return { type: 'creation', id: made.id }
  const [recipe] = await tx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.sampleMediaId, mediaId), isNull(workflows.deletedAt)))
    .limit(1)
  return recipe && { type: 'workflow', id: recipe.id }
}
