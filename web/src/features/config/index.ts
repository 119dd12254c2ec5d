export { configQuery } from './api/get-app-config.ts'
