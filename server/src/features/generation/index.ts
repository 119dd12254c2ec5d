export { queueJob } from './queue-job.ts'
export { type JobRow, type JobStepRow, jobAttempts, jobSteps, jobs } from './tables.ts'
