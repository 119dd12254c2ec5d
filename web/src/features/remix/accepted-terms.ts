import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { readSessionItem, writeSessionItem } from '../../lib/session-items.ts'

const termsKey = (workflowId: string) => `workflow_terms_${workflowId}`

/** The terms are accepted once for each recipe and browser session; new terms must be accepted again. */
export function readTerms(workflowId: string): boolean {
  return readSessionItem(termsKey(workflowId)) === TERMS_VERSION
}

export function keepTerms(workflowId: string, accepts: boolean): void {
  writeSessionItem(termsKey(workflowId), accepts ? TERMS_VERSION : null)
}
