import * as contract from '@vignette/contract/app.ts'
import { type Binding, handle } from '../handle.ts'
import { getAppConfig, healthcheck, listProviders } from './about.ts'

/** The routes about the server itself. */
export const appRoutes: Binding[] = [
  handle(contract.healthcheck, async (ctx, { query }) =>
    query.ready ? healthcheck(ctx) : { status: 'ok' as const },
  ),
  handle(contract.getAppConfig, async (ctx) => getAppConfig(ctx)),
  handle(contract.listProviders, (ctx) => listProviders(ctx)),
]
