import { STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import type { OwnStorefront } from '@vignette/contract/storefronts.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId, requireUser } from '../identity/index.ts'
import { viewCards } from '../workflows/index.ts'
import { listCreatorWorkflows, readChosen } from './queries.ts'

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
