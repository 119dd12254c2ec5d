export { TakeDownDialog } from './detail/take-down-dialog.tsx'
export { readFilters } from './discover/filters.ts'
