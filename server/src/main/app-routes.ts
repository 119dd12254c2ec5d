import * as contract from '@vignette/contract/app.ts'
import { TERMS_VERSION } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Binding, handle, WithStatus } from '../platform/http/define-api.ts'
import { hasDiskRoom } from '../platform/storage/disk-room.ts'

/** Calls about the server itself. `samplesReady` says whether the catalogue's samples are made. */
export function appRoutes(samplesReady: () => Promise<boolean>): Binding[] {
  return [
    handle(contract.healthcheck, async (ctx, { query }) => {
      if (!query.ready) return { status: 'ok' as const }
      const checks = {
        database: await isUp(() => ctx.db.execute(sql`select 1`)),
        queue: ctx.queue.isReady(),
        storage: await ctx.storage.isReady().catch(() => false),
        disk: await hasDiskRoom(ctx.config),
        samples: await samplesReady().catch(() => false),
      }
      const ready = Object.values(checks).every(Boolean)
      return new WithStatus(ready ? 200 : 503, {
        status: ready ? ('ok' as const) : ('starting' as const),
        checks,
      })
    }),
    handle(contract.getAppConfig, async (ctx) => configView(ctx)),
    handle(contract.listProviders, async (ctx) => ({ providers: ctx.providers.list() })),
  ]
}

async function isUp(probe: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await probe()
    return true
  } catch {
    return false
  }
}

function configView(ctx: Ctx): contract.AppConfig {
  const { config } = ctx
  return {
    sign_in: config.signIn,
    sign_in_label: config.signIn === 'oidc' ? 'Continue with your account' : 'Continue with Google',
    payments: config.payments,
    test_mode: ctx.gateway.testMode,
    waitlist_url: config.WAITLIST_FORM_URL ?? '/api/v1/waitlist',
    analytics_url: config.ANALYTICS_URL ?? '/api/v1/analytics/batch',
    analytics_key: config.ANALYTICS_KEY,
    operator: config.OPERATOR_NAME,
    contact: config.OPERATOR_CONTACT ?? null,
    terms_version: TERMS_VERSION,
    public_url: config.PUBLIC_URL ?? null,
  }
}
