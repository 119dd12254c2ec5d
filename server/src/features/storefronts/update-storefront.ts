import { readLink } from '@vignette/contract/storefront-rules.ts'
import type { OwnStorefront, updateStorefront as route } from '@vignette/contract/storefronts.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { lockCaller, requireUser } from '../identity/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { workflows } from '../workflows/index.ts'
import { getOwnStorefront } from './get-own-storefront.ts'
import { storefronts } from './tables.ts'

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
