export { isProgram } from './is-program.ts'
export { sourceOf } from './source-of.ts'
export { workflowVisits } from './tables.ts'
