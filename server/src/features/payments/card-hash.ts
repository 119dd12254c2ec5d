import type { Ctx } from '../../ctx.ts'
import { signature } from '../../platform/secrets.ts'

export function cardHash({ config }: Pick<Ctx, 'config'>, fingerprint: string): string {
  return signature(config.secret, 'card', fingerprint)
}
