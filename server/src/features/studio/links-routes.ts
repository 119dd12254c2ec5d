import * as contract from '@vignette/contract/links.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { createLink, deleteLink, listLinks } from './link.ts'

export const linkRoutes: Binding[] = [
  handle(contract.listLinks, (ctx, { params }) => listLinks(ctx, params.id)),
  handle(contract.createLink, async (ctx, { params }) => {
    await createLink(ctx, params.id, params.name)
    return DONE
  }),
  handle(contract.deleteLink, async (ctx, { params }) => {
    await deleteLink(ctx, params.id, params.name)
    return DONE
  }),
]
