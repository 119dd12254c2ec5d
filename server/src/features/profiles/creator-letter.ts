import { CREATOR_LETTER, paragraphsOf } from '@vignette/contract/creator-letter-words.ts'
import type {
  getCreatorLetter as letterRoute,
  listCreatorLetters as listRoute,
  SentLetter,
  sendCreatorLetter as sendRoute,
} from '@vignette/contract/creator-letters.ts'
import { and, desc, eq, gt, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { hoursAgo } from '../../platform/time.ts'
import { principals } from '../../schema/identity.ts'
import {
  type CreatorLetterRow,
  creatorLetters,
  follows,
  letterConsents,
} from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'
import { findPrincipals, lockCaller, requireUser } from '../identity/index.ts'
import { shrinkForLetter } from '../media/index.ts'
import { assertAllowed, type ModeratedSubject } from '../moderation/index.ts'
import type { CreatorWords } from '../notices/index.ts'
import { isListed } from '../workflows/index.ts'
import { deliverLetter, withdrawHidden } from './deliver-letter.ts'

const SHOWN = 50
const PERIOD_HOURS = CREATOR_LETTER.days * 24

export async function listCreatorLetters(ctx: Ctx): Promise<z.input<(typeof listRoute)['answer']>> {
  const { id } = requireUser(ctx)
  const [rows, needs, readers, { left, nextAt }] = await Promise.all([
    ctx.db
      .select({ letter: creatorLetters, recipe: workflows.name })
      .from(creatorLetters)
      .leftJoin(workflows, and(eq(workflows.id, creatorLetters.workflowId), isListed))
      .where(eq(creatorLetters.ownerId, id))
      .orderBy(desc(creatorLetters.createdAt))
      .limit(SHOWN),
    findNeed(ctx, id),
    countReaders(ctx, id),
    countLeft(ctx, id),
  ])
  return {
    needs,
    readers,
    left,
    next_at: nextAt?.toISOString() ?? null,
    letters: rows.map(({ letter, recipe }) => viewSent(letter, recipe)),
  }
}

/** Ten presses at once send what the limit leaves: the caller's own row is locked. */
export async function sendCreatorLetter(
  ctx: Ctx,
  { subject, body, workflow_id: workflowId }: z.output<(typeof sendRoute)['body']>,
): Promise<SentLetter> {
  requireUser(ctx)
  await assertAllowed(ctx, [
    { path: 'subject', text: subject },
    { path: 'body', text: body },
  ])
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const needs = await findNeed(tx, owner.id)
    if (needs) throw new AppError('forbidden', NEEDS[needs])
    const { left, nextAt } = await countLeft(tx, owner.id)
    if (left <= 0 && nextAt) {
      throw new AppError(
        'forbidden',
        `You have sent ${CREATOR_LETTER.most} letters within ${CREATOR_LETTER.days} days. The next can go from ${nextAt.toISOString().slice(0, 10)} on.`,
      )
    }
    if ((await countReaders(tx, owner.id)) === 0) {
      throw new AppError('forbidden', 'This letter would reach nobody yet: you have no followers.')
    }
    const recipe = workflowId === null ? null : await getListed(tx, owner.id, workflowId)
    const [letter] = await tx.db
      .insert(creatorLetters)
      .values({
        id: newId(),
        ownerId: owner.id,
        subject,
        body,
        workflowId,
        createdAt: tx.clock.now(),
      })
      .returning()
    if (!letter) throw new Error('the letter was not written')
    await tx.queue.send(tx, deliverLetter, { letterId: letter.id })
    return viewSent(letter, recipe)
  })
}

const NEEDS = {
  username: 'Choose a username first: your letters name it.',
  recipe: 'Publish a recipe first: letters are for creators with a recipe in Discover.',
}

async function findNeed(ctx: Pick<Ctx, 'db'>, id: string): Promise<keyof typeof NEEDS | null> {
  const person = (await findPrincipals(ctx, [id])).get(id)
  if (!person?.username) return 'username'
  const [listed] = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.ownerId, id), isListed))
    .limit(1)
  return listed ? null : 'recipe'
}

async function countLeft(ctx: Pick<Ctx, 'db' | 'clock'>, id: string) {
  const recent = await ctx.db
    .select({ at: creatorLetters.createdAt })
    .from(creatorLetters)
    .where(
      and(
        eq(creatorLetters.ownerId, id),
        gt(creatorLetters.createdAt, hoursAgo(ctx, PERIOD_HOURS)),
      ),
    )
    .orderBy(desc(creatorLetters.createdAt))
    .limit(CREATOR_LETTER.most)
  const left = CREATOR_LETTER.most - recent.length
  const oldest = recent.at(-1)
  return {
    left,
    nextAt:
      left === 0 && oldest ? new Date(oldest.at.getTime() + PERIOD_HOURS * 3_600_000) : undefined,
  }
}

/** Followers, and buyers who asked; people who ended these letters by a link are still among them. */
async function countReaders(ctx: Pick<Ctx, 'db'>, id: string): Promise<number> {
  const following = and(eq(follows.followedId, id), eq(follows.followerId, letterConsents.readerId))
  const [followers, others] = await Promise.all([
    ctx.db.$count(follows, eq(follows.followedId, id)),
    ctx.db.$count(
      letterConsents,
      and(
        eq(letterConsents.creatorId, id),
        isNotNull(letterConsents.confirmedAt),
        notExists(ctx.db.select({ one: sql`1` }).from(follows).where(following)),
      ),
    ),
  ])
  return followers + others
}

async function getListed(tx: TxCtx, ownerId: string, id: string): Promise<string> {
  const [recipe] = await tx.db
    .select({ name: workflows.name })
    .from(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.ownerId, ownerId), isListed))
  if (recipe) return recipe.name
  const message = 'names no recipe of yours that is in Discover now'
  throw new AppError('validation_failed', `workflow_id ${message}`, {
    details: [{ path: 'workflow_id', message }],
  })
}

const viewSent = (row: CreatorLetterRow, recipe: string | null): SentLetter => ({
  id: row.id,
  subject: row.subject,
  body: row.body,
  workflow:
    row.workflowId !== null && recipe !== null ? { id: row.workflowId, name: recipe } : null,
  sent_at: row.createdAt.toISOString(),
  told: row.told,
  state: row.hiddenAt ? 'hidden' : row.endedAt ? 'sent' : 'sending',
})

/** The letter with its creator and its recipe, where both are still there to be shown. */
async function findLetter(ctx: Pick<Ctx, 'db'>, id: string) {
  const [found] = await ctx.db
    .select({
      letter: creatorLetters,
      handle: principals.username,
      bannedAt: principals.bannedAt,
      recipe: workflows.name,
      sampleId: workflows.sampleMediaId,
    })
    .from(creatorLetters)
    .innerJoin(principals, eq(principals.id, creatorLetters.ownerId))
    .leftJoin(workflows, and(eq(workflows.id, creatorLetters.workflowId), isListed))
    .where(and(eq(creatorLetters.id, id), isNull(principals.deletedAt)))
  if (!found?.handle) return undefined
  const { letter, bannedAt, handle } = found
  const recipe =
    letter.workflowId !== null && found.recipe !== null
      ? { id: letter.workflowId, name: found.recipe }
      : null
  return {
    letter,
    handle,
    recipe,
    sampleId: recipe && found.sampleId,
    shown: letter.hiddenAt === null && bannedAt === null,
  }
}

/** The id is in the letters alone, so that whoever has it has been written to. */
export async function getCreatorLetter(
  ctx: Ctx,
  id: string,
): Promise<z.input<(typeof letterRoute)['answer']>> {
  const found = await findLetter(ctx, id)
  const reader = ctx.caller.principal
  const isOwner = reader?.id === found?.letter.ownerId
  if (!found || !(found.shown || isOwner || reader?.roles.includes('moderator'))) {
    throw new AppError('not_found', 'This letter is not here, or not any more.')
  }
  const { letter, handle, recipe } = found
  return {
    id,
    handle,
    subject: letter.subject,
    body: letter.body,
    workflow: recipe,
    sent_at: letter.createdAt.toISOString(),
    is_owner: isOwner,
  }
}

/** What goes out by mail; undefined for a letter that was hidden, and for a creator who left or is banned. */
export async function findCreatorWords(
  ctx: Ctx,
  letterId: string,
): Promise<CreatorWords | undefined> {
  const found = await findLetter(ctx, letterId)
  if (!found?.shown) return undefined
  const { letter, handle, recipe, sampleId } = found
  return {
    creatorId: letter.ownerId,
    handle,
    paragraphs: paragraphsOf(letter.body),
    ...(recipe
      ? { path: `/workflows/${recipe.id}`, label: `Open “${recipe.name}”`, alt: recipe.name }
      : { path: `/@${handle}`, label: 'Open the creator’s page', alt: '' }),
    drawPicture: async () => (sampleId ? shrinkForLetter(ctx, sampleId) : undefined),
  }
}

export async function findLetterSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
  const found = await findLetter(tx, id)
  return (
    found && {
      title: `The letter “${found.letter.subject}”`,
      url: `/letters/${id}`,
      ownerId: found.letter.ownerId,
      hidden: found.letter.hiddenAt !== null,
      reachable: found.shown,
    }
  )
}

/** A hidden letter reaches nobody more, and leaves the notices of those whom it reached. */
export async function moderateLetter(tx: TxCtx, id: string, hiddenAt: Date | null): Promise<void> {
  await tx.db
    .update(creatorLetters)
    .set(
      hiddenAt
        ? {
            hiddenAt,
            endedAt: sql`coalesce(${creatorLetters.endedAt}, ${hiddenAt.toISOString()}::timestamptz)`,
          }
        : { hiddenAt },
    )
    .where(eq(creatorLetters.id, id))
  if (hiddenAt) await tx.queue.send(tx, withdrawHidden, { letterId: id })
}
