import { ICON_PATH, LOGO_PATH, type Shop } from '@vignette/contract/shop.ts'
import type { Ctx } from './ctx.ts'

/** Whose site it is, read at each use, since the operator may change it while the server runs. */
export function shopOf({ config }: Pick<Ctx, 'config'>): Shop {
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
export function drawingAt({ config }: Pick<Ctx, 'config'>, path: string): string | undefined {
  if (path === LOGO_PATH) return config.SHOP_LOGO?.svg
  return path === ICON_PATH || path === '/favicon.ico' ? config.SHOP_ICON?.svg : undefined
}
