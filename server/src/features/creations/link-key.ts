import { createHmac } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { isSame } from '../../platform/secrets.ts'
import type { CreationRow } from './tables.ts'

/** Derived, so that its owner can copy it again while nothing that opens anything is stored. */
export function linkKeyOf(
  ctx: Pick<Ctx, 'config'>,
  row: Pick<CreationRow, 'id' | 'linkVersion'>,
): string | null {
  if (row.linkVersion === null) return null
  return createHmac('sha256', ctx.config.secret)
    .update(`creation-link:${row.id}:${row.linkVersion}`)
    .digest('base64url')
}

export function opensWith(
  ctx: Pick<Ctx, 'config'>,
  row: CreationRow,
  key: string | undefined,
): boolean {
  const wanted = linkKeyOf(ctx, row)
  return wanted !== null && key !== undefined && isSame(key, wanted)
}

export function linkOf(ctx: Ctx, row: CreationRow): string | null {
  const key = linkKeyOf(ctx, row)
  return key && `${ctx.origin}/creations/${row.id}?key=${key}`
}
