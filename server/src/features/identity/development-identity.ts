import type { Ctx } from '../../ctx.ts'
import { DEVELOPMENT_ISSUER } from './rules.ts'
import type { ProvenIdentity } from './sign-in.ts'

export function developmentIdentity(
  { clock }: Pick<Ctx, 'clock'>,
  chosen: { email: string; admin: boolean },
): ProvenIdentity {
  return {
    issuer: DEVELOPMENT_ISSUER,
    subject: chosen.email,
    email: chosen.email,
    emailVerified: true,
    picture: null,
    developmentAdmin: chosen.admin,
    provenAt: clock.now(),
  }
}
