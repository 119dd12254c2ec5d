export { workflowsQuery } from './api/list-workflows.ts'
export { TakeDownDialog } from './detail/take-down-dialog.tsx'
