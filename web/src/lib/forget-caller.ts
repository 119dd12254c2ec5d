import { forgetAnonymousId } from './anonymous-id.ts'
import { removeItem } from './storage.ts'

/** Drops what this browser keeps of the user who signed out. */
export function forgetCaller(): void {
  removeItem('access_token')
  forgetAnonymousId()
}
