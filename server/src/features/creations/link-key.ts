import { createHmac } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import type { CreationRow } from './tables.ts'

/** Derived, not stored: the owner can copy the link again, and the database holds no key. */
export function linkKey(
  ctx: Pick<Ctx, 'config'>,
  row: Pick<CreationRow, 'id' | 'linkVersion'>,
): string | null {
  if (row.linkVersion === null) return null
  return createHmac('sha256', ctx.config.secret)
    .update(`creation-link:${row.id}:${row.linkVersion}`)
    .digest('base64url')
}
