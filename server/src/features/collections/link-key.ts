import type { Ctx } from '../../ctx.ts'
import { signature } from '../../platform/secrets.ts'
import type { CollectionRow } from './tables.ts'

/** Derived as the key of a creation's secret link is; null for a collection without one. */
export function linkKey(ctx: Pick<Ctx, 'config'>, row: CollectionRow): string | null {
  if (row.visibility !== 'link') return null
  return signature(ctx.config.secret, 'collection link', `${row.id} ${row.linkVersion}`)
}
