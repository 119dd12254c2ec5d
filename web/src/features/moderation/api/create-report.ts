import { track } from '../../../lib/analytics.ts'
import { type Body, call } from '../../../lib/client.ts'

export type Report = Body<'createReport'>

export async function createReport(body: Report, idempotencyKey: string): Promise<string> {
  const { id } = await call('createReport', { body, idempotencyKey })
  track('report_sent', { subject_type: body.subject_type, reason: body.reason })
  return id
}
