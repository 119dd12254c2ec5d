import { call } from '../../../lib/client.ts'
import type { SessionInfo } from '../ports/remix-ports.ts'

export async function getPaymentSession(
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionInfo> {
  const session = await call('getPaymentSession', { params: { sessionId }, signal })
  return {
    paid: session.payment_status === 'paid',
    workflowId: session.metadata.workflow_id,
    payment: session.payment,
    inputs: session.user_inputs,
    madeFrom: session.made_from,
    isPublic: session.public ?? null,
    jobId: session.job_id,
  }
}
