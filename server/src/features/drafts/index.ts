export { getOwnDraft } from './draft.ts'
export { findTestable } from './read-draft.ts'
