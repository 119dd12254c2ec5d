import type { CreationItem } from '@vignette/contract/creations.ts'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, publicHandle } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import type { CreationRow } from './tables.ts'
import { itemOf } from './view-creation.ts'

/** Views many creations with as many queries as one. */
export async function viewItems(ctx: Ctx, rows: readonly CreationRow[]): Promise<CreationItem[]> {
  const [authors, media] = await Promise.all([
    findPrincipals(
      ctx,
      rows.map((row) => row.ownerId),
    ),
    viewMediaOf(
      ctx,
      rows.map((row) => row.mediaId),
    ),
  ])
  return rows.map((row) => {
    const author = authors.get(row.ownerId)
    return itemOf(row, media.get(row.mediaId ?? ''), author ? publicHandle(author) : 'guest')
  })
}
