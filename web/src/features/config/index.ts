export { configQuery } from './api.ts'
