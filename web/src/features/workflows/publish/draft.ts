import { readItem, removeItem, writeItem } from '../../../lib/storage.ts'

const keyOf = (editedId: string | undefined) =>
  editedId ? `recipe_draft_${editedId}` : 'recipe_draft'

/**
 * The unpublished draft, with the current user's id in place of the id before a sign-in or
 * sign-out.
 */
export function findDraft(editedId: string | undefined, userId: string): string | undefined {
  try {
    const draft: unknown = JSON.parse(readItem(keyOf(editedId)) ?? '')
    const { text, author } = draft as Record<string, unknown>
    if (typeof text !== 'string' || typeof author !== 'string') return undefined
    return author ? text.replaceAll(author, userId) : text
  } catch {
    return undefined
  }
}

export function keepDraft(editedId: string | undefined, author: string, text: string): void {
  writeItem(keyOf(editedId), JSON.stringify({ text, author }))
}

export function removeDraft(editedId: string | undefined): void {
  removeItem(keyOf(editedId))
}
