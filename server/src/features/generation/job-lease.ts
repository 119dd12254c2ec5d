import { type JobRow } from './tables.ts'

/** Another worker has leased the job, or the job has ended: the worker stops and writes nothing. */
export class LostJob extends Error {}

/** The attempt is the fencing token: an overtaken worker has an earlier attempt. */
export type JobLease = Pick<JobRow, 'id' | 'attempt'>

/** How an attempt ended: with the job, or so that another attempt continues. */
export type AttemptOutcome =
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'waiting'
  | 'handed back'
  | 'broke off'
  | 'lost'
