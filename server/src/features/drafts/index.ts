export { getOwnDraft } from './queries.ts'
export { findReadable, readDraft } from './read-draft.ts'
export { workflowDrafts } from './tables.ts'
