import type { Feature } from '../../feature.ts'
import { mountMcp } from './mount-mcp.ts'
import { mountOauth } from './mount-oauth.ts'
import { sweepOauthRecords } from './records.ts'
import { assistantRoutes } from './routes.ts'

export const assistants: Feature = {
  name: 'assistants',
  routes: assistantRoutes,
  tasks: [sweepOauthRecords],
  mount: (server, ctx, identify, count) => {
    mountMcp(server, ctx, identify, count)
    mountOauth(server, ctx, count)
  },
}
