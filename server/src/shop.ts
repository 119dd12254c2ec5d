import type { Shop } from '@vignette/contract/shop.ts'
import type { Ctx } from './ctx.ts'

/** Whose site it is, read at each use, since the operator may change it while the server runs. */
export function shopOf({ config }: Pick<Ctx, 'config'>): Shop {
  return { name: config.SHOP_NAME }
}
