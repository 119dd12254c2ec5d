import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { readItem, writeItem } from '../../../lib/storage.ts'

const KEY = 'creator_terms_accepted'

/** Saves the creator a second question; the server alone decides, and says so where it is unanswered. */
export function wasAgreed(): boolean {
  return readItem(KEY) === CREATOR_TERMS_VERSION
}

export function keepAgreement(): void {
  writeItem(KEY, CREATOR_TERMS_VERSION)
}
