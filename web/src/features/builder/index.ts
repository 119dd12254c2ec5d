export { DraftPage } from './draft-page.tsx'
export { NewWorkflowPage } from './new-workflow-page.tsx'
