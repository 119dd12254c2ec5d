export { claimFreeRun, type FreeRunClaim } from './apply-code.ts'
