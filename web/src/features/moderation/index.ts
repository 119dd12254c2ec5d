export { describeReason } from './reason-words.ts'
export { ReportButton } from './report-button.tsx'
