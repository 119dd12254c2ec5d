import * as contract from '@vignette/contract/collections.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { createCollection, deleteCollection, updateCollection } from './create-collection.ts'
import { removeFromCollection, saveToCollection } from './save-to-collection.ts'
import { getCollection, listCollections } from './view-collection.ts'

export const collectionRoutes: Binding[] = [
  handle(contract.listCollections, (ctx, { query }) => listCollections(ctx, query)),
  handle(contract.createCollection, (ctx, { body }) => createCollection(ctx, body)),
  handle(contract.getCollection, (ctx, { params, query }) =>
    getCollection(ctx, params.id, query.key),
  ),
  handle(contract.updateCollection, (ctx, { params, body }) =>
    updateCollection(ctx, params.id, body),
  ),
  handle(contract.deleteCollection, async (ctx, { params }) => {
    await deleteCollection(ctx, params.id)
    return DONE
  }),
  handle(contract.saveToCollection, async (ctx, { params, body }) => {
    await saveToCollection(ctx, params.id, body)
    return DONE
  }),
  handle(contract.removeFromCollection, async (ctx, { params }) => {
    await removeFromCollection(ctx, params.id, params.itemId)
    return DONE
  }),
]
