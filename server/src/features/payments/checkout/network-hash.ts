import type { Ctx } from '../../../ctx.ts'
import { networkOf } from '../../../platform/http/network-of.ts'
import { signature } from '../../../platform/secrets.ts'

export function networkHash({ config, caller }: Ctx): string | null {
  return caller.address ? signature(config.secret, 'network', networkOf(caller.address)) : null
}
