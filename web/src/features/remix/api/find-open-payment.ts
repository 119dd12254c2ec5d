import { call } from '../../../lib/client.ts'
import type { OpenPayment } from '../ports/remix-ports.ts'

export async function findOpenPayment(
  workflowId: string,
  signal: AbortSignal,
): Promise<OpenPayment | null> {
  const found = await call('findOpenPayment', { query: { workflow_id: workflowId }, signal })
  if (!found.payment) return null
  return {
    payment: found.payment,
    sessionId: found.session_id,
    inputs: found.user_inputs,
    madeFrom: found.made_from,
    isPublic: found.public,
  }
}
