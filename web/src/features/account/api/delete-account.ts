import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetCaller } from '../../../lib/forget-caller.ts'

export async function deleteAccount(): Promise<void> {
  await call('deleteAccount', {})
  track('account_deleted')
  forgetCaller()
}
