import type { Ctx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/signed-link.ts'

type LinkCtx = Pick<Ctx, 'config' | 'clock'>

/** A creation, and the visitor who owned it when the link was made. */
interface Claimable {
  creationId: string
  ownerId: string
}

const PURPOSE = 'claim'
const DAY_MS = 24 * 3_600_000
const CLAIM_DAYS = 7

/**
 * A token that takes a visitor's creation into another browser. Nothing is stored: the token works
 * while that visitor owns the creation, so its first use ends this and every other token of it.
 */
export function signClaim(
  { config }: Pick<Ctx, 'config'>,
  { creationId, ownerId }: Claimable,
  from: Date,
): string {
  const until = new Date(from.getTime() + CLAIM_DAYS * DAY_MS)
  return signLink(config.secret, { purpose: PURPOSE, parts: [creationId, ownerId], until })
}

export function readClaim({ config, clock }: LinkCtx, token: string): Claimable | undefined {
  const link = { purpose: PURPOSE, token, now: clock.now() }
  const [creationId, ownerId] = readLink(config.secret, link) ?? []
  return creationId && ownerId ? { creationId, ownerId } : undefined
}
