import type { DraftView, ListedDraft } from '@vignette/contract/drafts.ts'
import type { DraftRow } from './tables.ts'

export function viewDraft(row: DraftRow): DraftView {
  return { ...viewListedDraft(row), text: row.text }
}

export function viewListedDraft(row: Omit<DraftRow, 'text'>): ListedDraft {
  return {
    id: row.id,
    workflow_id: row.workflowId,
    base_version: row.baseVersion,
    name: row.name,
    revision: row.revision,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
