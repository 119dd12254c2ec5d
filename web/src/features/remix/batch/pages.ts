export { BatchPage } from './batch-page.tsx'
export { StartBatchPage } from './start-batch-page.tsx'
