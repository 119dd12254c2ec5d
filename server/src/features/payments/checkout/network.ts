import type { Ctx } from '../../../ctx.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { isPublicAddress } from '../../../platform/http-client/is-public-address.ts'
import { signature } from '../../../platform/secrets.ts'

/** Null for an address that many callers may share, as that of a proxy beside the server. */
export function publicNetworkHash(ctx: Ctx): string | null {
  const address = ctx.caller.address.replace(/^::ffff:/i, '')
  return isPublicAddress(address) ? networkHash(ctx) : null
}

export function networkHash({ config, caller }: Ctx): string | null {
  return caller.address ? signature(config.secret, 'network', networkOf(caller.address)) : null
}
