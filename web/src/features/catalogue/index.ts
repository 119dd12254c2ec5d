export { readFilters } from './filters.ts'
