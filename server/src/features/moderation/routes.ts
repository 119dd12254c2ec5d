import * as contract from '@vignette/contract/moderation.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { actOnReport, decideUnreported } from './act-on-report.ts'
import { approveCreator } from './approve-creator.ts'
import { exportAuditLog, listAuditLog } from './audit-log.ts'
import { listCreators } from './list-creators.ts'
import { createReport, listReports } from './report.ts'

export const moderationRoutes: Binding[] = [
  handle(contract.createReport, (ctx, { body }) => createReport(ctx, body)),
  handle(contract.listReports, (ctx, { query }) => listReports(ctx, query)),
  handle(contract.actOnReport, (ctx, { params, body }) => actOnReport(ctx, params.id, body)),
  handle(contract.decideUnreported, async (ctx, { body }) => {
    await decideUnreported(ctx, body)
    return { ok: true } as const
  }),
  handle(contract.listAuditLog, (ctx, { query }) => listAuditLog(ctx, query)),
  handle(contract.exportAuditLog, async (ctx, { reply }) => {
    const csv = await exportAuditLog(ctx)
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .header('cache-control', 'no-store')
      .send(csv)
    return REPLIED
  }),
  handle(contract.listCreators, (ctx, { query }) => listCreators(ctx, query)),
  handle(contract.approveCreator, async (ctx, { params, body }) => {
    await approveCreator(ctx, params.id, body.approved)
    return { ok: true } as const
  }),
]
