import { z } from 'zod'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { emailAddress, timestamp } from './entities.ts'

export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const jobView = z.object({
  id: z.string(),
  job_id: z.string(),
  status: z.enum(JOB_STATUSES),
  /** Only the id is typed here, so that jobs do not import creations. */
  result: z
    .looseObject({ id: z.string() })
    .describe('The creation, as `getCreation` answers it, once it is made')
    .nullable(),
  /** The picture of a free run while its large file is drawn; for the owner alone. */
  early: z
    .object({ url: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable(),
  /** What the seeds are made of: a preview with this drawing is the picture that is being made. */
  drawing: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  progress: z.object({
    step: z.number().int(),
    steps: z.number().int(),
    label: z.string(),
    percent: z.number(),
  }),
  /** In seconds, so that a client times its first poll as the specification says. */
  generation_time: z.number(),
  created_at: timestamp,
  /** Grows with each change, so that a client drops a stale event. */
  seq: z.number().int(),
})
export type JobView = z.infer<typeof jobView>

export const getJob = defineRoute('getJob', {
  summary: 'The state of one’s own job',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: jobView,
  errors: ['not_found'],
})

export const streamJobEvents = defineRoute('streamJobEvents', {
  summary: 'The same as server-sent events; each event `job` carries a JobView',
  access: 'visitor',
  content: ['text/event-stream'],
  scope: 'run',
  params: idParams,
  errors: ['not_found', 'rate_limited'],
  stream: true,
})

export const cancelJob = defineRoute('cancelJob', {
  summary: 'Cancel one’s own job; nothing is charged',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: jobView,
  errors: ['not_found', 'job_finished'],
  rate: 'writes',
})

export const leaveAddress = defineRoute('leaveAddress', {
  summary: 'Leave an e-mail address for the letters about one run',
  access: 'visitor',
  params: idParams,
  body: z.object({ email: emailAddress }),
  answer: emptyAnswer,
  errors: ['validation_failed', 'not_found', 'unavailable'],
  rate: 'letters',
})
