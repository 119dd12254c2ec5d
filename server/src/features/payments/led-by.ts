import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { readSigned, signValue } from '../../platform/secrets.ts'
import { HOUR_MS } from './rules.ts'

const PURPOSE = 'referral'

type Reader = Pick<Ctx, 'config' | 'clock'>

export interface LedBy {
  referrerId: string
  /** The first visit by the link, in whole seconds. */
  since: Date
}

/** The value of the cookie that a fan's link sets; `to` is the recipe that the link names. */
export function signLedBy(
  { config }: Pick<Ctx, 'config'>,
  { referrerId, since }: LedBy,
  to: string | undefined,
): string {
  const seconds = Math.floor(since.getTime() / 1000).toString(36)
  return signValue(config.secret, PURPOSE, `${referrerId}~${seconds}~${to ?? ''}`)
}

/** Reads by whose link the browser came; undefined for a cookie that is forged or too old. */
export function readLedBy(
  { config, clock }: Reader,
  cookie: string | undefined,
): LedBy | undefined {
  const [referrerId, seconds = ''] = readSigned(config.secret, PURPOSE, cookie)?.split('~') ?? []
  const since = Number.parseInt(seconds, 36) * 1000
  const age = clock.now().getTime() - since
  const isValid = age >= 0 && age < REFERRAL.days * 24 * HOUR_MS
  return referrerId !== undefined && isValid ? { referrerId, since: new Date(since) } : undefined
}
