import type { Ctx } from '../../ctx.ts'
import { findPrincipals, listOwners } from '../identity/index.ts'
import { isListedOn, listLines } from './list-lines.ts'
import { renderStatement } from './render-statement.ts'
import { requireStatement } from './require-statement.ts'

/** The page for printing. */
export async function printStatement(ctx: Ctx, number: string): Promise<string> {
  const row = await requireStatement(ctx, number)
  const { principalId, book, currency } = row
  const owners = await listOwners(ctx, principalId)
  const lines = await listLines(ctx, owners, { book, currency }, isListedOn(row.id))
  const creator = (await findPrincipals(ctx, [principalId])).get(principalId)?.handle
  return renderStatement(row, { creator: creator ?? 'a creator', lines })
}
