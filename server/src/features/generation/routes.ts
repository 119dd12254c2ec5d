import * as batches from '@vignette/contract/batches.ts'
import * as creations from '@vignette/contract/creations.ts'
import * as contract from '@vignette/contract/jobs.ts'
import * as samples from '@vignette/contract/samples.ts'
import * as tests from '@vignette/contract/tests.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE, REPLIED } from '../../platform/http/define-api.ts'
import type { Draining } from '../../platform/http/drain.ts'
import { getCreation } from '../creations/index.ts'
import { cancelBatch, getBatch, listBatches } from './batch.ts'
import { claimCreation } from './claim-creation.ts'
import { createCreation } from './create-creation.ts'
import { downloadBatch } from './download-batch.ts'
import { drawPreview } from './draw-preview.ts'
import { cancelJob, getJob, leaveAddress, listMyJobs } from './job.ts'
import { getTest, listDraftTests, listWorkflowTests } from './recipe-test.ts'
import { chooseSample, listSamples } from './sample.ts'
import { startBatch } from './start-batch.ts'
import { testDraft, testWorkflow } from './start-test.ts'
import { streamJobEvents } from './stream-job-events.ts'

/** `draining` tells waiting calls that this process is shutting down. */
export function generationRoutes(draining: Draining): Binding[] {
  return [
    handle(
      creations.createCreation,
      (ctx, { params, body, request }) =>
        createCreation(ctx, { ...body, workflowId: params.id }, request, draining.over),
      { again: getCreation },
    ),
    handle(creations.drawPreview, (ctx, { params, body, reply }) =>
      drawPreview(ctx, { ...body, workflowId: params.id }, reply),
    ),
    handle(batches.startBatch, (ctx, { params, body }) =>
      startBatch(ctx, { ...body, workflowId: params.id }),
    ),
    handle(batches.listBatches, (ctx, { query }) => listBatches(ctx, query)),
    handle(batches.getBatch, (ctx, { params }) => getBatch(ctx, params.id)),
    handle(batches.cancelBatch, (ctx, { params }) => cancelBatch(ctx, params.id)),
    handle(batches.downloadBatch, async (ctx, { params, reply }) => {
      await downloadBatch(ctx, params.id, reply)
      return REPLIED
    }),
    handle(contract.getJob, (ctx, { params }) => getJob(ctx, params.id)),
    handle(contract.leaveAddress, async (ctx, { params, body }) => {
      await leaveAddress(ctx, { id: params.id, ...body })
      return DONE
    }),
    handle(creations.claimCreation, (ctx, { body }) => claimCreation(ctx, body)),
    handle(contract.cancelJob, (ctx, { params }) => cancelJob(ctx, params.id)),
    handle(contract.streamJobEvents, async (ctx, { params, request, reply }) => {
      await streamJobEvents(ctx, params.id, request, reply, draining.retiring)
      return REPLIED
    }),
    handle(tests.testWorkflow, (ctx, { params, body }) =>
      testWorkflow(ctx, { ...body, id: params.id }),
    ),
    handle(tests.listWorkflowTests, (ctx, { params }) => listWorkflowTests(ctx, params.id)),
    handle(tests.testDraft, (ctx, { params, body }) => testDraft(ctx, { ...body, id: params.id })),
    handle(tests.listDraftTests, (ctx, { params }) => listDraftTests(ctx, params.id)),
    handle(samples.listSamples, (ctx, { params }) => listSamples(ctx, params.id)),
    handle(samples.chooseSample, (ctx, { params, body }) =>
      chooseSample(ctx, { id: params.id, chosen: body }),
    ),
    handle(tests.getTest, (ctx, { params }) => getTest(ctx, params.id)),
    handle(creations.listMyJobs, (ctx, { query }) => listMyJobs(ctx, query)),
  ]
}
