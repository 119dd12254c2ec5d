import * as creations from '@vignette/contract/creations.ts'
import * as contract from '@vignette/contract/jobs.ts'
import { type Binding, handle, REPLIED } from '../../platform/http/define-api.ts'
import type { Draining } from '../../platform/http/drain.ts'
import { answerRemix } from './answer-remix.ts'
import { cancelJob } from './cancel-job.ts'
import { listMyJobs } from './list-my-jobs.ts'
import { streamEvents } from './stream-events.ts'
import { getOwnJob, viewJob } from './view-job.ts'

/** `draining` tells waiting answers that this process is going away. */
export function generationRoutes(draining: Draining): Binding[] {
  return [
    handle(creations.createCreation, (ctx, { params, body, request }) =>
      answerRemix(ctx, { ...body, workflowId: params.id }, request, draining.over),
    ),
    handle(contract.getJob, async (ctx, { params }) =>
      viewJob(ctx, await getOwnJob(ctx, params.id)),
    ),
    handle(contract.cancelJob, (ctx, { params }) => cancelJob(ctx, params.id)),
    handle(contract.streamJobEvents, async (ctx, { params, request, reply }) => {
      await streamEvents(ctx, params.id, request, reply, draining.retiring)
      return REPLIED
    }),
    handle(creations.listMyJobs, (ctx, { query }) => listMyJobs(ctx, query.workflow_id)),
  ]
}
