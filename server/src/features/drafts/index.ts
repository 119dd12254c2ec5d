export { getOwnDraft } from './queries.ts'
export { findTestable } from './read-draft.ts'
export { workflowDrafts } from './tables.ts'
