import { readItem, removeItem, writeItem } from '../../../lib/storage.ts'

interface Unsaved {
  text: string
  revision: number
}

const keyOf = (draftId: string) => `recipe_draft_${draftId}`

/** What this browser kept while the server could not be reached. */
export function findUnsaved(draftId: string): Unsaved | undefined {
  try {
    const { text, revision } = JSON.parse(readItem(keyOf(draftId)) ?? '') as Partial<Unsaved>
    return typeof text === 'string' && typeof revision === 'number' ? { text, revision } : undefined
  } catch {
    return undefined
  }
}

export function keepUnsaved(draftId: string, unsaved: Unsaved | undefined): void {
  if (unsaved) writeItem(keyOf(draftId), JSON.stringify(unsaved))
  else removeItem(keyOf(draftId))
}
