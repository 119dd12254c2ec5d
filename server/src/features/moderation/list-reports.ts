import { type Ctx, inTransaction } from '../../ctx.ts'
import type { Place } from '../../platform/db/read-page.ts'
import { requireAdmin } from '../identity/index.ts'
import { pageReports } from './queries.ts'
import type { ReportRow } from './tables.ts'

export async function listReports(ctx: Ctx, input: Place & { status: ReportRow['status'] }) {
  requireAdmin(ctx)
  return inTransaction(ctx, (tx) => pageReports(tx, input))
}
