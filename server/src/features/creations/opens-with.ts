import type { Ctx } from '../../ctx.ts'
import { isSame } from '../../platform/secrets.ts'
import { linkKey } from './link-key.ts'
import type { CreationRow } from './tables.ts'

export function opensWith(
  ctx: Pick<Ctx, 'config'>,
  row: CreationRow,
  key: string | undefined,
): boolean {
  const wanted = linkKey(ctx, row)
  return wanted !== null && key !== undefined && isSame(key, wanted)
}
