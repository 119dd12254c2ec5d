import * as contract from '@vignette/contract/own-workflows.ts'
import { type Binding, handle } from '../../handle.ts'
import { getWorkflow } from '../workflows/index.ts'
import { listOwnWorkflows } from './list-own-workflows.ts'
import { listVersions, publishVersionAgain } from './versions.ts'
import { listWorkflowFailures, listWorkflowRuns } from './workflow-runs.ts'

export const studioRoutes: Binding[] = [
  handle(contract.listOwnWorkflows, (ctx, { query }) => listOwnWorkflows(ctx, query)),
  handle(contract.listVersions, (ctx, { params, query }) => listVersions(ctx, params.id, query)),
  handle(contract.listWorkflowRuns, (ctx, { params, query }) =>
    listWorkflowRuns(ctx, params.id, query),
  ),
  handle(
    contract.publishVersionAgain,
    (ctx, { params: { id, version }, body }) =>
      publishVersionAgain(ctx, id, {
        version,
        note: body.note,
        measuredTime: body.measured_time,
        accepts: body.accept_creator_terms,
      }),
    { again: getWorkflow },
  ),
  handle(contract.listWorkflowFailures, (ctx, { params }) => listWorkflowFailures(ctx, params.id)),
]
