import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'

/** Letters about this run and its payment go to the address. */
export async function leaveAddress(jobId: string, email: string): Promise<void> {
  await call('leaveAddress', { params: { id: jobId }, body: { email } })
  track('address_left')
}
