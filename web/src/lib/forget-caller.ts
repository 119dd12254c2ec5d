import { forgetAnonymousId } from './anonymous-id.ts'
import { forgetTyped } from './kept-state.ts'
import { removeItem } from './storage.ts'

/** Drops what this browser keeps of the user who signed out, also what was entered for recipes. */
export function forgetCaller(): void {
  removeItem('access_token')
  forgetAnonymousId()
  forgetTyped()
  try {
    for (const store of [localStorage, sessionStorage]) {
      for (const key of Object.keys(store)) if (key.startsWith('workflow_')) store.removeItem(key)
    }
  } catch {
    // Without storage there is nothing to drop.
  }
}
