export {
  FIRST_START,
  HIDDEN_IN_TIME,
  REPORTED,
  RESTORED_IN_TIME,
  writeAudit,
} from './audit-log.ts'
export { assertShowable, checkPictures, requireScores } from './check-image.ts'
export { assertAllowed, findRefused } from './find-refused.ts'
export { listHidings, openObjection, settleHiding, wasRemoved } from './hiding.ts'
export { type ModeratedSubject, moderatedSubjects } from './ports.ts'
export { assertMayBePublic, isReported, requestReview } from './report.ts'
export type { ImageVerdict } from './spec.ts'
