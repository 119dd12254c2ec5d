import * as lists from '@vignette/contract/creation-lists.ts'
import * as contract from '@vignette/contract/creations.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE, REPLIED } from '../../platform/http/define-api.ts'
import { deleteCreation, restoreCreation, updateCreation } from './change-creation.ts'
import { downloadCreation } from './download-creation.ts'
import { getCreation, getWorkflowCreation } from './get-creation.ts'
import {
  listDeletedCreations,
  listPublicCreations,
  listUserCreations,
  listWorkflowCreations,
} from './list-creations.ts'
import { listRelatedCreations } from './list-related-creations.ts'
import { createSecretLink, revokeSecretLink } from './secret-link.ts'

export const creationRoutes: Binding[] = [
  handle(lists.listWorkflowCreations, (ctx, { params, query }) =>
    listWorkflowCreations(ctx, {
      workflowId: params.id,
      ...query,
      publicOnly: query.public === 'true' || query.public === '1',
    }),
  ),
  handle(lists.listPublicCreations, (ctx, { query }) => listPublicCreations(ctx, query)),
  handle(lists.listRelatedCreations, (ctx, { params, query }) =>
    listRelatedCreations(ctx, params.id, query.key),
  ),
  handle(contract.getWorkflowCreation, (ctx, { params, query }) =>
    getWorkflowCreation(ctx, params.id, params.creationId, query.key),
  ),
  handle(contract.getCreation, (ctx, { params, query }) => getCreation(ctx, params.id, query)),
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
  handle(lists.listUserCreations, (ctx, { params, query }) => {
    const want = { userId: params.id, ...query }
    return query.deleted ? listDeletedCreations(ctx, want) : listUserCreations(ctx, want)
  }),
]
