import type { Ctx } from '../../ctx.ts'
import { requireStatement } from './require-statement.ts'

/** The sealed bytes, whose hash the statement names. */
export async function exportStatement(ctx: Ctx, number: string): Promise<string> {
  return (await requireStatement(ctx, number)).csv
}
