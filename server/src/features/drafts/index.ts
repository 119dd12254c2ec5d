export { draftPorts } from './ports.ts'
export { workflowDrafts } from './tables.ts'
