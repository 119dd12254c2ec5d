import * as contract from '@vignette/contract/comfy-servers.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import {
  createComfyServer,
  deleteComfyServer,
  listComfyServers,
  testComfyServer,
} from './comfy-server.ts'

export const comfyServerRoutes: Binding[] = [
  handle(contract.createComfyServer, (ctx, { body }) => createComfyServer(ctx, body)),
  handle(contract.listComfyServers, (ctx) => listComfyServers(ctx)),
  handle(contract.deleteComfyServer, async (ctx, { params }) => {
    await deleteComfyServer(ctx, params.id)
    return DONE
  }),
  handle(contract.testComfyServer, (ctx, { params }) => testComfyServer(ctx, params.id)),
]
