export { readFilters } from './filters.ts'
export { TakeDownDialog } from './take-down-dialog.tsx'
