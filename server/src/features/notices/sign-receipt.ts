import type { Ctx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/signed-link.ts'

const PURPOSE = 'receipt'
const DAYS = 180

/** A token that shows one payment's receipt to each holder of the token. */
export function signReceipt(
  { config }: Pick<Ctx, 'config'>,
  { paymentId, buyerId }: { paymentId: string; buyerId: string },
  from: Date,
): string {
  const until = new Date(from.getTime() + DAYS * 24 * 3_600_000)
  return signLink(config.secret, { purpose: PURPOSE, parts: [paymentId, buyerId], until })
}

export function readReceiptLink(
  { config, clock }: Pick<Ctx, 'config' | 'clock'>,
  token: string,
): { paymentId: string; buyerId: string } | undefined {
  const link = { purpose: PURPOSE, token, now: clock.now() }
  const [paymentId, buyerId] = readLink(config.secret, link) ?? []
  return paymentId && buyerId ? { paymentId, buyerId } : undefined
}
