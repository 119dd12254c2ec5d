export { claimFreeRun, type FreeRunClaim } from './apply-code.ts'
export { codePorts } from './ports.ts'
