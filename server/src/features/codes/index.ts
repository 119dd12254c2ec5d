export { claimFreeRun } from './claim-free-run.ts'
export { codePorts } from './ports.ts'
