import * as contract from '@vignette/contract/drafts.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { getWorkflow } from '../workflows/index.ts'
import { createDraft, updateDraft } from './create-draft.ts'
import { deleteDraft, getDraft, listDrafts } from './draft.ts'
import { publishDraft } from './publish-draft.ts'

export const draftRoutes: Binding[] = [
  handle(contract.createDraft, (ctx, { body }) => createDraft(ctx, body), { again: getDraft }),
  handle(contract.listDrafts, (ctx, { query }) => listDrafts(ctx, query)),
  handle(contract.getDraft, (ctx, { params }) => getDraft(ctx, params.id)),
  handle(contract.updateDraft, (ctx, { params, body }) =>
    updateDraft(ctx, { id: params.id, ...body }),
  ),
  handle(contract.deleteDraft, async (ctx, { params }) => {
    await deleteDraft(ctx, params.id)
    return DONE
  }),
  handle(
    contract.publishDraft,
    (ctx, { params, body }) => publishDraft(ctx, { id: params.id, ...body }),
    { again: getWorkflow },
  ),
]
