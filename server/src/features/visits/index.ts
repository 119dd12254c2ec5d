export { createCrowd, type Person } from './create-crowd.ts'
export { isNavigation, isProgram, sourceOf } from './visit.ts'
