export { createCrowd, type Person } from './create-crowd.ts'
export { analyticsEvents, workflowVisits } from './tables.ts'
export { isNavigation, isProgram, sourceOf } from './visit.ts'
