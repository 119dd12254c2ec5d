export { createCrowd, type Person } from './create-crowd.ts'
export { visitPorts } from './ports.ts'
export { isNavigation, isProgram, sourceOf } from './visit.ts'
