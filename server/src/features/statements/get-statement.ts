import type { StatementView } from '@vignette/contract/statements.ts'
import type { Ctx } from '../../ctx.ts'
import { requireStatement } from './require-statement.ts'
import { viewStatement } from './view-statement.ts'

export async function getStatement(ctx: Ctx, number: string): Promise<StatementView> {
  return viewStatement(await requireStatement(ctx, number))
}
