import { type Ctx, inTransaction } from '../../ctx.ts'
import { requireAdmin } from '../identity/index.ts'
import { pageReports } from './queries.ts'
import type { ReportRow } from './tables.ts'

export async function listReports(
  ctx: Ctx,
  input: { status: ReportRow['status']; limit: number; offset: number },
) {
  requireAdmin(ctx)
  return inTransaction(ctx, (tx) => pageReports(tx, input))
}
