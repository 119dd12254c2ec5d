export { queueJob } from './queue-job.ts'
export { jobs } from './tables.ts'
