import * as catalogue from '@vignette/contract/catalogue.ts'
import * as imports from '@vignette/contract/import-workflow.ts'
import * as own from '@vignette/contract/own-workflows.ts'
import * as sizes from '@vignette/contract/run-size.ts'
import * as words from '@vignette/contract/words.ts'
import * as checks from '@vignette/contract/workflow-check.ts'
import * as contract from '@vignette/contract/workflows.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { findWorkflowAt } from './address.ts'
import { checkWorkflow } from './check-workflow.ts'
import { createWorkflow, updateWorkflow } from './create-workflow.ts'
import { importWorkflow } from './import-workflow.ts'
import { listRelatedWorkflows } from './list-related-workflows.ts'
import { listWorkflows } from './list-workflows.ts'
import { objectToHiding } from './moderation.ts'
import { getRunSize } from './output-size.ts'
import { readWords } from './read-words.ts'
import { endLaunchPrice, setLaunchPrice } from './set-launch-price.ts'
import { getWorkflow } from './view-workflow.ts'
import { getVersionSource, getWorkflowSource } from './workflow-source.ts'
import { deleteWorkflow, restoreWorkflow, setWorkflowState } from './workflow-state.ts'

export const workflowRoutes: Binding[] = [
  handle(catalogue.listWorkflows, (ctx, { query }) => listWorkflows(ctx, query)),
  handle(contract.createWorkflow, (ctx, { body }) => createWorkflow(ctx, body), {
    again: getWorkflow,
  }),
  handle(checks.checkWorkflow, (ctx, { body }) => checkWorkflow(ctx, body)),
  handle(imports.importWorkflow, (ctx, { query, request }) =>
    importWorkflow(ctx, { ...query, file: request.rawBody ?? Buffer.alloc(0) }),
  ),
  handle(words.readWords, (ctx, { params, body }) => readWords(ctx, params.id, body.user_inputs)),
  handle(sizes.getRunSize, (ctx, { params, body }) => getRunSize(ctx, params.id, body.user_inputs)),
  handle(contract.getWorkflow, (ctx, { params }) => getWorkflow(ctx, params.id)),
  handle(contract.findWorkflowAt, (ctx, { params }) => findWorkflowAt(ctx, params)),
  handle(catalogue.listRelatedWorkflows, async (ctx, { params }) => ({
    workflows: await listRelatedWorkflows(ctx, params.id),
  })),
  handle(contract.updateWorkflow, (ctx, { params, body }) => updateWorkflow(ctx, params.id, body)),
  handle(contract.deleteWorkflow, async (ctx, { params }) => {
    await deleteWorkflow(ctx, params.id)
    return DONE
  }),
  handle(contract.getWorkflowSource, (ctx, { params, query }) =>
    getWorkflowSource(ctx, params.id, query.version),
  ),
  handle(own.setWorkflowState, (ctx, { params, body }) =>
    setWorkflowState(ctx, params.id, body.state),
  ),
  handle(own.setLaunchPrice, (ctx, { params, body }) => setLaunchPrice(ctx, params.id, body)),
  handle(own.endLaunchPrice, (ctx, { params }) => endLaunchPrice(ctx, params.id)),
  handle(own.restoreWorkflow, (ctx, { params }) => restoreWorkflow(ctx, params.id), {
    again: getWorkflow,
  }),
  handle(own.objectToHiding, async (ctx, { params, body }) => {
    await objectToHiding(ctx, params.id, body.text)
    return DONE
  }),
  handle(own.getVersionSource, (ctx, { params }) =>
    getVersionSource(ctx, params.id, params.version),
  ),
]
