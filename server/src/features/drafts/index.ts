export { draftPorts } from './ports.ts'
