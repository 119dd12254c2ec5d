import { readLink, STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import type { OwnStorefront, updateStorefront as route } from '@vignette/contract/storefronts.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { storefronts } from '../../schema/profiles.ts'
import { workflows } from '../../schema/workflows.ts'
import { findByAnyId, lockCaller, requireUser } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { viewCards } from '../workflows/index.ts'
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
  const cards = await viewCards(ctx, rows)
  return {
    handle: person.username,
    picture: person.picture,
    show_picture: chosen.showPicture,
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
    const { owner, acting: tx } = await lockCaller(given)
    const own = await findOwn(tx, owner.id, [...wish.order, wish.featured_id ?? []].flat())
    const values = {
      ownerId: owner.id,
      showPicture: wish.show_picture,
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
    tx.afterCommit(() => tx.events.publish({ about: 'storefront', id: owner.id, seq: 0 }))
  })
  return getOwnStorefront(ctx)
}

async function findOwn(tx: TxCtx, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.ownerId, ownerId), inArray(workflows.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}
