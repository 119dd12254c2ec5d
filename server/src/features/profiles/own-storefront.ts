import { readLink, STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import type { OwnStorefront, updateStorefront as route } from '@vignette/contract/storefronts.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { storefronts } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'
import { findByAnyId, lockCaller, requireUser } from '../identity/index.ts'
import {
  markMediaUsed,
  releaseMedia,
  resolveUsableMedia,
  syncMediaAccess,
  viewMediaOf,
} from '../media/index.ts'
import { assertAllowed, assertShowable } from '../moderation/index.ts'
import { viewCards } from '../workflows/index.ts'
import { countFollowers } from './follow.ts'
import { listCreatorWorkflows, readChosen } from './storefront.ts'

export async function getOwnStorefront(ctx: Ctx): Promise<OwnStorefront> {
  const { id } = requireUser(ctx)
  const [person, chosen] = await Promise.all([findByAnyId(ctx, id), readChosen(ctx, id)])
  if (!person || person.deletedAt) throw new AppError('unauthenticated', 'Sign in to do this.')
  const rows = await listCreatorWorkflows(
    ctx,
    person,
    { ...chosen, featuredId: null },
    STOREFRONT.ordered,
  )
  const [cards, files, followers] = await Promise.all([
    viewCards(ctx, rows),
    viewMediaOf(ctx, [chosen.pictureId, chosen.coverId]),
    countFollowers(ctx, id),
  ])
  return {
    handle: person.username,
    picture: person.picture,
    show_picture: chosen.showPicture,
    own_picture: files.get(chosen.pictureId ?? '') ?? null,
    own_cover: files.get(chosen.coverId ?? '') ?? null,
    followers,
    lines: chosen.lines,
    links: chosen.links,
    featured_id: cards.some((card) => card.id === chosen.featuredId) ? chosen.featuredId : null,
    order: chosen.workflowOrder,
    recipes: cards.map(({ id: workflowId, name, sample }) => ({ id: workflowId, name, sample })),
  }
}

type Wish = z.output<(typeof route)['body']>

export async function updateStorefront(ctx: Ctx, wish: Wish): Promise<OwnStorefront> {
  requireUser(ctx)
  await assertAllowed(ctx, [
    ...wish.lines.map((text, at) => ({ path: `lines.${at}`, text })),
    ...wish.links.map(({ label }, at) => ({
      path: `links.${at}.label`,
      text: label,
    })),
  ])
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const before = await readChosen(tx, owner.id)
    const files = {
      pictureId: await takeFile(tx, 'picture_id', wish.picture_id, before.pictureId),
      coverId: await takeFile(tx, 'cover_id', wish.cover_id, before.coverId),
    }
    const own = await findOwn(tx, owner.id, [...wish.order, wish.featured_id ?? []].flat())
    const values = {
      ownerId: owner.id,
      showPicture: wish.show_picture,
      ...files,
      lines: wish.lines.filter(Boolean),
      links: wish.links.map(({ label, url }) => ({ label, url: readLink(url) ?? url })),
      featuredId: wish.featured_id && own.has(wish.featured_id) ? wish.featured_id : null,
      workflowOrder: [...new Set(wish.order)].filter((id) => own.has(id)),
      updatedAt: tx.clock.now(),
    }
    await tx.db
      .insert(storefronts)
      .values(values)
      .onConflictDoUpdate({ target: storefronts.ownerId, set: values })
    await showFiles(tx, before, files)
    tx.afterCommit(() => tx.events.publish({ about: 'storefront', id: owner.id, seq: 0 }))
  })
  return getOwnStorefront(ctx)
}

/** The file that is to stand on the page: an upload of the caller's own that may be public. */
async function takeFile(
  tx: TxCtx,
  path: 'picture_id' | 'cover_id',
  wanted: string | null | undefined,
  before: string | null,
): Promise<string | null> {
  if (wanted === undefined || wanted === before) return before
  if (wanted === null) return null
  const file = await resolveUsableMedia(tx, { path, kind: 'image', reference: wanted })
  if (file.ownerId !== tx.caller.principal?.id || file.origin !== 'upload') {
    const message = 'names no upload of yours. Please upload it again.'
    throw new AppError('validation_failed', `${path} ${message}`, { details: [{ path, message }] })
  }
  await assertShowable(tx, path, file)
  return file.id
}

type Files = Record<'pictureId' | 'coverId', string | null>

/** Makes the files on the page public, and those that left it private again. */
async function showFiles(tx: TxCtx, before: Files, now: Files): Promise<void> {
  const idsOf = ({ pictureId, coverId }: Files) => [pictureId, coverId].filter((id) => id !== null)
  const kept = new Set(idsOf(now))
  const left = idsOf(before).filter((id) => !kept.has(id))
  await markMediaUsed(tx, [...kept])
  for (const id of [...kept, ...left].toSorted()) await syncMediaAccess(tx, id)
  await releaseMedia(tx, left)
}

async function findOwn(tx: TxCtx, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.ownerId, ownerId), inArray(workflows.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}
