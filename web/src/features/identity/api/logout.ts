import { call } from '../../../lib/client.ts'
import { forgetCaller } from '../../../lib/forget-caller.ts'

export async function logout(): Promise<void> {
  await call('logout', {})
  forgetCaller()
}
