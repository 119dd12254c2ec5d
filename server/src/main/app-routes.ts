import * as contract from '@vignette/contract/app.ts'
import * as console from '@vignette/contract/console.ts'
import { type Binding, handle } from '../handle.ts'
import { REPLIED } from '../platform/http/define-api.ts'
import { getAppConfig, healthcheck, listProviders } from './about.ts'
import { downloadBackup, listBackups } from './scheduled-backups.ts'

/** The routes about the server itself. */
export const appRoutes: Binding[] = [
  handle(contract.healthcheck, async (ctx, { query }) =>
    query.ready ? healthcheck(ctx) : { status: 'ok' as const },
  ),
  handle(contract.getAppConfig, async (ctx) => getAppConfig(ctx)),
  handle(contract.listProviders, (ctx) => listProviders(ctx)),
  handle(console.listBackups, (ctx) => listBackups(ctx)),
  handle(console.downloadBackup, async (ctx, { body, reply }) => {
    await downloadBackup(ctx, body.passphrase, reply)
    return REPLIED
  }),
]
