export { claimFreeRun, type FreeRunClaim } from './claim-free-run.ts'
export { codePorts } from './ports.ts'
