export { viewCase } from './case.ts'
export { caseEvents } from './events.ts'
