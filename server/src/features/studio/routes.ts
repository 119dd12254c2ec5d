import * as contract from '@vignette/contract/own-workflows.ts'
import { type Binding, handle } from '../../handle.ts'
import { listOwnWorkflows } from './list-own-workflows.ts'
import { listVersions } from './list-versions.ts'
import { listWorkflowFailures } from './list-workflow-failures.ts'
import { listWorkflowRuns } from './list-workflow-runs.ts'
import { takeMeasuredTime } from './take-measured-time.ts'

export const studioRoutes: Binding[] = [
  handle(contract.listOwnWorkflows, (ctx, { query }) => listOwnWorkflows(ctx, query)),
  handle(contract.listVersions, (ctx, { params, query }) => listVersions(ctx, params.id, query)),
  handle(contract.listWorkflowRuns, (ctx, { params, query }) =>
    listWorkflowRuns(ctx, params.id, query),
  ),
  handle(contract.takeMeasuredTime, (ctx, { params, body }) =>
    takeMeasuredTime(ctx, params.id, body.version),
  ),
  handle(contract.listWorkflowFailures, (ctx, { params }) => listWorkflowFailures(ctx, params.id)),
]
