import { ICON_PATH, LOGO_PATH, type Shop } from '@vignette/contract/shop.ts'
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
