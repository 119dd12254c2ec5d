import type { AppConfig, ProviderView } from '@vignette/contract/app.ts'
import { moneyHere } from '@vignette/contract/currency.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { samplesReady } from '../features/catalogue/index.ts'
import { listComfyServers } from '../features/comfy-servers/index.ts'
import { WithStatus } from '../platform/http/define-api.ts'
import { hasDiskRoom } from '../platform/storage/disk-room.ts'
import { termsOf } from '../shop.ts'

/** The specified words, unless the operator has set up another provider. */
const SIGN_IN_LABELS: Record<AppConfig['sign_in'], string> = {
  google: 'Continue with Google',
  oidc: 'Continue with your account',
  development: 'Continue with Google',
  none: 'Continue with Google',
}

export function getAppConfig(ctx: Ctx): AppConfig {
  const { config } = ctx
  return {
    sign_in: config.signIn,
    sign_in_label: SIGN_IN_LABELS[config.signIn],
    payments: config.payments,
    currency: moneyHere().currency,
    currency_decimals: moneyHere().decimals,
    prices_include_tax: ctx.gateway.includesTax,
    price_floor: config.PRICE_FLOOR,
    creator_access: config.CREATOR_ACCESS,
    mail: config.mail,
    test_mode: ctx.gateway.testMode,
    waitlist_url: config.WAITLIST_FORM_URL ?? '/api/v1/waitlist',
    analytics_url: config.ANALYTICS_URL ?? '/api/v1/analytics/batch',
    analytics_key: config.ANALYTICS_KEY,
    operator: config.OPERATOR_NAME,
    minimum_age: config.MINIMUM_AGE,
    content_policy: config.CONTENT_POLICY,
    consumer_law: config.CONSUMER_LAW,
    contact: config.OPERATOR_CONTACT ?? null,
    invoices: config.OPERATOR_ADDRESS !== undefined,
    terms_version: termsOf(ctx).site,
    public_url: config.PUBLIC_URL ?? null,
    bank_details_years: config.BANK_DETAILS_YEARS,
  }
}

const NOT_SET_UP = 'This is not set up on this site.'

/** The names of missing settings are for admins alone, those of servers for creators who may choose one. */
export async function listProviders(ctx: Ctx) {
  const { admin = false, approvedCreator = false } = ctx.caller.principal ?? {}
  const providers = ctx.providers.list().map(async (provider) => {
    const shown =
      provider.missing === null || admin ? provider : { ...provider, missing: NOT_SET_UP }
    const states =
      admin || approvedCreator ? await ctx.providers.get(provider.id).listServers?.() : undefined
    const servers = states?.map(({ name, up, queue }) => ({ name, available: up, queue })) ?? []
    const own = ctx.providers.get(provider.id).ownServerOf ? await listOwnNames(ctx) : []
    const names = [...servers.map(({ name }) => name), ...own]
    if (names.length === 0) return shown
    return {
      ...shown,
      ...(own.length > 0 && { available: true, missing: null }),
      ...(servers.length > 0 && { servers }),
      functions: shown.functions.map((each) => ({
        ...each,
        params: offer(each.params, names, servers),
      })),
    }
  })
  return { providers: await Promise.all(providers) }
}

/** As a step names them. */
async function listOwnNames(ctx: Ctx): Promise<string[]> {
  if (ctx.caller.principal?.kind !== 'user') return []
  return (await listComfyServers(ctx)).items.map(({ name }) => `own:${name}`)
}

/** The schema of a step's params, with the servers that its writer may name. */
function offer(
  params: Record<string, unknown>,
  names: readonly string[],
  servers: NonNullable<ProviderView['servers']>,
): Record<string, unknown> {
  const { server, ...properties } = params['properties'] as Record<string, { description?: string }>
  const now = servers.map(({ name, available, queue }) =>
    available ? `${name} has ${queue} in its queue.` : `${name} does not answer.`,
  )
  const description = [server?.description, ...now].join(' ')
  return {
    ...params,
    properties: { ...properties, server: { ...server, description, enum: names } },
  }
}

export async function healthcheck(ctx: Ctx) {
  const checks = {
    database: await isUp(() => ctx.db.execute(sql`select 1`)),
    queue: ctx.queue.isReady(),
    storage: await ctx.storage.isReady().catch(() => false),
    disk: await hasDiskRoom(ctx.config),
    samples: await samplesReady(ctx).catch(() => false),
  }
  const ready = Object.values(checks).every(Boolean)
  return new WithStatus(ready ? 200 : 503, {
    status: ready ? ('ok' as const) : ('starting' as const),
    checks,
  })
}

async function isUp(probe: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await probe()
    return true
  } catch {
    return false
  }
}
