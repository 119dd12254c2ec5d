import { ApiError, readReason } from '../../../lib/api-error.ts'
import { call } from '../../../lib/client.ts'
import type { Sent } from '../saving/create-autosave.ts'

/** Saves over the revision that the caller knows; another revision answers with its text. */
export async function saveDraft(id: string, text: string, revision: number): Promise<Sent> {
  try {
    const saved = await call('updateDraft', { params: { id }, body: { text, revision } })
    return { is: 'saved', revision: saved.revision }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
      return { is: 'unreachable' }
    }
    if (error.code !== 'draft_changed') {
      return { is: 'refused', reason: readReason(error, 'The draft could not be saved.') }
    }
  }
  return readChanged(id)
}

async function readChanged(id: string): Promise<Sent> {
  try {
    const draft = await call('getDraft', { params: { id } })
    return { is: 'changed', revision: draft.revision, text: draft.text }
  } catch {
    return { is: 'unreachable' }
  }
}
