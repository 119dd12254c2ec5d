import type { UserView } from '@vignette/contract/identity.ts'
import { track } from '../../../lib/analytics.ts'
import { type Body, call } from '../../../lib/client.ts'

export async function updateUser(body: Body<'updateUser'>): Promise<UserView> {
  const user = await call('updateUser', { body })
  track('username_changed')
  return user
}
