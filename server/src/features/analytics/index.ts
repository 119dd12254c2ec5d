export { analyticsEvents } from './tables.ts'
