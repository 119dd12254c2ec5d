import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { readSessionItem, writeSessionItem } from './session-items.ts'

const termsKey = (workflowId: string) => `workflow_terms_${workflowId}`

/** Accepted once for a recipe in a session of the browser; new terms ask anew. */
export function readTerms(workflowId: string): boolean {
  return readSessionItem(termsKey(workflowId)) === TERMS_VERSION
}

export function keepTerms(workflowId: string, accepts: boolean): void {
  writeSessionItem(termsKey(workflowId), accepts ? TERMS_VERSION : null)
}
