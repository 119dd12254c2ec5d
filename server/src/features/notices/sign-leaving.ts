import type { Ctx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/signed-link.ts'

type LinkCtx = Pick<Ctx, 'config' | 'clock'>

const PURPOSE = 'leaving'
const DAY_MS = 24 * 3_600_000
export const LEAVING_DAYS = 365

/** The address at which the owner of a deleted account finds the money that was left. */
export function signLeaving(
  { config, origin }: Pick<Ctx, 'config' | 'origin'>,
  principalId: string,
  from: Date,
): string {
  const until = new Date(from.getTime() + LEAVING_DAYS * DAY_MS)
  const token = signLink(config.secret, { purpose: PURPOSE, parts: [principalId], until })
  // Behind the #, where neither logs nor other sites see the token.
  return `${origin}/leaving#${token}`
}

export function readLeavingLink({ config, clock }: LinkCtx, token: string): string | undefined {
  const link = { purpose: PURPOSE, token, now: clock.now() }
  return readLink(config.secret, link)?.[0]
}
