import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { ICON_PATH, LOGO_PATH, type Shop, versionOf } from '@vignette/contract/shop.ts'
import type { Ctx } from './ctx.ts'

type At = Pick<Ctx, 'config'> & { origin?: string }

/**
 * Whose site it is under the name by which it was asked for, read at each use, since the operator may
 * change it while the server runs.
 */
export function shopOf(at: At): Shop {
  const config = looksOf(at)
  const { SHOP_LOGO: logo, SHOP_ICON: icon } = config
  return {
    name: config.SHOP_NAME,
    mode: config.SHOP_MODE,
    logo: logo ? `${LOGO_PATH}?${logo.mark}` : null,
    icon: icon ? `${ICON_PATH}?${icon.mark}` : null,
    accent: config.SHOP_ACCENT ?? null,
    title: config.LANDING_TITLE ?? null,
    words: config.LANDING_WORDS ?? null,
    notice: config.SHOP_NOTICE ?? null,
    terms: config.TERMS_TEXT?.mark ?? null,
    privacy: config.PRIVACY_TEXT !== undefined,
    imprint: config.hasImprint,
  }
}

/** The versions of the terms in force, which follow the operator's own text. */
export function termsOf(at: At): { site: string; creators: string } {
  const shop = shopOf(at)
  return {
    site: versionOf(TERMS_VERSION, shop),
    creators: versionOf(CREATOR_TERMS_VERSION, shop),
  }
}

/** The operator's drawing at a path, clean; undefined where there is none. */
export function drawingAt(at: At, path: string): string | undefined {
  const { SHOP_LOGO: logo, SHOP_ICON: icon } = looksOf(at)
  if (path === LOGO_PATH) return logo?.svg
  return path === ICON_PATH || path === '/favicon.ico' ? icon?.svg : undefined
}

/** What SHOP_HOSTS says of a name goes before what holds everywhere. */
function looksOf({ config, origin }: At): Ctx['config'] {
  const host = origin === undefined ? '' : new URL(origin).host
  const own = Object.hasOwn(config.SHOP_HOSTS, host) ? config.SHOP_HOSTS[host] : undefined
  return own ? { ...config, ...own } : config
}
