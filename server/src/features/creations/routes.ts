import * as contract from '@vignette/contract/creations.ts'
import { type Binding, DONE, handle, REPLIED } from '../../platform/http/define-api.ts'
import { deleteCreation, restoreCreation, updateCreation } from './change-creation.ts'
import { downloadCreation } from './download-creation.ts'
import { getCreation, getWorkflowCreation } from './get-creation.ts'
import { listDeletedCreations, listUserCreations, listWorkflowCreations } from './list-creations.ts'
import { createSecretLink, revokeSecretLink } from './secret-link.ts'

export const creationRoutes: Binding[] = [
  handle(contract.listWorkflowCreations, (ctx, { params, query }) =>
    listWorkflowCreations(ctx, {
      workflowId: params.id,
      ...query,
      publicOnly: query.public === 'true' || query.public === '1',
    }),
  ),
  handle(contract.getWorkflowCreation, (ctx, { params, query }) =>
    getWorkflowCreation(ctx, params.id, params.creationId, query.key),
  ),
  handle(contract.getCreation, (ctx, { params, query }) => getCreation(ctx, params.id, query.key)),
  handle(contract.downloadCreation, async (ctx, { params, query, reply }) => {
    await downloadCreation(ctx, { id: params.id, ...query }, reply)
    return REPLIED
  }),
  handle(contract.updateCreation, (ctx, { params, body }) => updateCreation(ctx, params.id, body)),
  handle(contract.deleteCreation, async (ctx, { params }) => {
    await deleteCreation(ctx, params.id)
    return DONE
  }),
  handle(contract.restoreCreation, (ctx, { params }) => restoreCreation(ctx, params.id)),
  handle(contract.createSecretLink, (ctx, { params }) => createSecretLink(ctx, params.id)),
  handle(contract.revokeSecretLink, async (ctx, { params }) => {
    await revokeSecretLink(ctx, params.id)
    return DONE
  }),
  handle(contract.listUserCreations, (ctx, { params, query }) =>
    (query.deleted ? listDeletedCreations : listUserCreations)(ctx, {
      userId: params.id,
      ...query,
    }),
  ),
]
