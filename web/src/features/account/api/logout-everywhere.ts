import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetCaller } from '../../../lib/forget-caller.ts'

export async function logoutEverywhere(): Promise<void> {
  await call('logoutEverywhere', {})
  track('signed_out_everywhere')
  forgetCaller()
}
