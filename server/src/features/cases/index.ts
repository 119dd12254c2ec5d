export { findCaseAbout } from './case.ts'
export type { CaseRow } from './tables.ts'
