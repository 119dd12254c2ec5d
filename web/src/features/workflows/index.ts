export { providersQuery, workflowQuery, workflowSourceQuery, workflowsQuery } from './api.ts'
export { ChangeGroups } from './changes/change-groups.tsx'
export { LineChanges } from './changes/line-changes.tsx'
export { EmbedPart } from './detail/embed-part.ts'
export { TakeDownDialog } from './detail/take-down-dialog.tsx'
export {
  COMFY_ACCEPT,
  ImportDialog,
  type ImportedDocument,
  readChosen,
} from './import/import-part.ts'
export { EXAMPLES } from './publish/examples.ts'
export type { Fault } from './publish/fault.ts'
export { RecipeEditor } from './publish/recipe-editor-part.tsx'
export { usePriceRules } from './publish/use-price-rules.ts'
