import { call } from '../../../lib/client.ts'

export async function releasePayment(id: string, signal: AbortSignal): Promise<void> {
  await call('releasePayment', { params: { id }, signal })
}
