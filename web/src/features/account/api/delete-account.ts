import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetCaller } from '../../../lib/forget-caller.ts'

/** The link to the money that stays here for the person, if there is any. */
export async function deleteAccount(): Promise<string | null> {
  const { left } = await call('deleteAccount', {})
  track('account_deleted')
  forgetCaller()
  return left?.link ?? null
}
