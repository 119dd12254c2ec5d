import { SETTING_GROUPS, type Setting } from '@vignette/contract/setting-groups.ts'
import type { testSettings as route, TrialView } from '@vignette/contract/settings.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import { leadsInside } from '../../platform/http-client/leads-inside.ts'
import { requireStaff } from '../identity/index.ts'
import { readWith } from './setting.ts'

type Given = z.output<(typeof route)['body']>

export async function testSettings(ctx: Ctx, given: Given): Promise<{ trials: TrialView[] }> {
  requireStaff(ctx, 'testSettings')
  return tryValues(ctx, { ...given, to: ctx.caller.principal?.email ?? null })
}

export async function tryValues(
  ctx: Ctx,
  { group, values, to }: Given & { to: string | null },
): Promise<{ trials: TrialView[] }> {
  const config = await readWith(ctx, values, { unowned: ctx.config.missing !== undefined })
  const inside = await findInside(config, SETTING_GROUPS[group])
  if (!inside) return { trials: await ctx.settings.test(config, group, to) }
  return { trials: [{ name: inside.name, state: 'failed', sentence: inside.why, ms: 0 }] }
}

/** The settings whose addresses this server itself calls. */
const CALLED: Partial<Record<Setting, (config: Config) => (string | undefined)[]>> = {
  OIDC_ISSUER: ({ OIDC_ISSUER }) => [OIDC_ISSUER],
  SMTP_URL: ({ SMTP_URL }) => [SMTP_URL],
  S3_ENDPOINT: ({ S3_ENDPOINT }) => [S3_ENDPOINT],
  COMFYUI_URL: ({ COMFYUI_URL = [] }) => COMFYUI_URL.map(({ url }) => url),
  C2PA_TSA_URL: ({ C2PA_TSA_URL }) => [C2PA_TSA_URL],
}

/** On a public server a page reaches the public internet alone, also for a thief of an admin's session. */
export async function findInside(
  config: Config,
  names: readonly Setting[],
): Promise<{ name: Setting; why: string } | undefined> {
  if (config.loopback) return undefined
  for (const name of names) {
    if (config.environment[name]) continue
    for (const address of CALLED[name]?.(config) ?? []) {
      if (!address || !(await leadsInside(new URL(address), config.PRIVATE_HOSTS))) continue
      const why = `${name} leads to an address that is not on the public internet. What stands in your own network is named in the server’s environment, in PRIVATE_HOSTS.`
      return { name, why }
    }
  }
  return undefined
}
