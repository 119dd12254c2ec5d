import { readSessionItem, writeSessionItem } from '../../lib/session-items.ts'
import { termsVersion } from '../../lib/shop.ts'

const termsKey = (workflowId: string) => `workflow_terms_${workflowId}`

/** The terms are accepted once for each recipe and browser session; new terms must be accepted again. */
export function readTerms(workflowId: string): boolean {
  return readSessionItem(termsKey(workflowId)) === termsVersion()
}

export function keepTerms(workflowId: string, accepts: boolean): void {
  writeSessionItem(termsKey(workflowId), accepts ? termsVersion() : null)
}
