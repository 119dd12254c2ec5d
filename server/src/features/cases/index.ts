export { findCaseAbout } from './find-case-about.ts'
export type { CaseRow } from './tables.ts'
