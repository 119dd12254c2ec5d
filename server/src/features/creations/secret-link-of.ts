import type { Ctx } from '../../ctx.ts'
import { linkKey } from './link-key.ts'
import type { CreationRow } from './tables.ts'

export function secretLinkOf(ctx: Ctx, row: CreationRow): string | null {
  const key = linkKey(ctx, row)
  return key && `${ctx.origin}/creations/${row.id}?key=${key}`
}
