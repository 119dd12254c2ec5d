import * as checks from '@vignette/contract/workflow-check.ts'
import * as contract from '@vignette/contract/workflows.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { checkWorkflow } from './check-workflow.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { getWorkflow } from './get-workflow.ts'
import { getWorkflowSource } from './get-workflow-source.ts'
import { listWorkflows } from './list-workflows.ts'
import { updateWorkflow } from './update-workflow.ts'

export const workflowRoutes: Binding[] = [
  handle(contract.listWorkflows, (ctx, { query }) => listWorkflows(ctx, query)),
  handle(contract.createWorkflow, (ctx, { body }) => createWorkflow(ctx, body)),
  handle(checks.checkWorkflow, (ctx, { body }) => checkWorkflow(ctx, body)),
  handle(contract.getWorkflow, (ctx, { params }) => getWorkflow(ctx, params.id)),
  handle(contract.updateWorkflow, (ctx, { params, body }) => updateWorkflow(ctx, params.id, body)),
  handle(contract.deleteWorkflow, async (ctx, { params }) => {
    await deleteWorkflow(ctx, params.id)
    return DONE
  }),
  handle(contract.getWorkflowSource, (ctx, { params }) => getWorkflowSource(ctx, params.id)),
]
