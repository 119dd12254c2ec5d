export { draftPorts } from './ports.ts'
export { getOwnDraft } from './queries.ts'
export { readDraft } from './read-draft.ts'
export { workflowDrafts } from './tables.ts'
