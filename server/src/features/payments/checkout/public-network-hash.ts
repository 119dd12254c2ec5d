import type { Ctx } from '../../../ctx.ts'
import { isPublicAddress } from '../../../platform/http-client/is-public-address.ts'
import { networkHash } from './network-hash.ts'

/** Null for an address that many callers may share, as that of a proxy beside the server. */
export function publicNetworkHash(ctx: Ctx): string | null {
  const address = ctx.caller.address.replace(/^::ffff:/i, '')
  return isPublicAddress(address) ? networkHash(ctx) : null
}
