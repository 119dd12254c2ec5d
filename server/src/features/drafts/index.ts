export { getOwnDraft } from './draft.ts'
export { findTestable } from './read-draft.ts'
export { workflowDrafts } from './tables.ts'
