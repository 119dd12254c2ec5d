import type { Ctx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/secrets.ts'

type LinkCtx = Pick<Ctx, 'config' | 'clock'>

/** A creation, and the visitor who owned it when the link was made. */
interface Claimable {
  creationId: string
  ownerId: string
}

const CLAIM = 'claim'
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
  return signLink(config.secret, { purpose: CLAIM, parts: [creationId, ownerId], until })
}

export function readClaim({ config, clock }: LinkCtx, token: string): Claimable | undefined {
  const link = { purpose: CLAIM, token, now: clock.now() }
  const [creationId, ownerId] = readLink(config.secret, link) ?? []
  return creationId && ownerId ? { creationId, ownerId } : undefined
}

const RECEIPT = 'receipt'
const RECEIPT_DAYS = 180

/** A token that shows one payment's receipt to each holder of the token. */
export function signReceipt(
  { config }: Pick<Ctx, 'config'>,
  { paymentId, buyerId }: { paymentId: string; buyerId: string },
  from: Date,
): string {
  const until = new Date(from.getTime() + RECEIPT_DAYS * 24 * 3_600_000)
  return signLink(config.secret, { purpose: RECEIPT, parts: [paymentId, buyerId], until })
}

export function readReceiptLink(
  { config, clock }: Pick<Ctx, 'config' | 'clock'>,
  token: string,
): { paymentId: string; buyerId: string } | undefined {
  const link = { purpose: RECEIPT, token, now: clock.now() }
  const [paymentId, buyerId] = readLink(config.secret, link) ?? []
  return paymentId && buyerId ? { paymentId, buyerId } : undefined
}

const LEAVING = 'leaving'
export const LEAVING_DAYS = 365

/** The address at which the owner of a deleted account finds the money that was left. */
export function signLeaving(
  { config, origin }: Pick<Ctx, 'config' | 'origin'>,
  principalId: string,
  from: Date,
): string {
  const until = new Date(from.getTime() + LEAVING_DAYS * DAY_MS)
  const token = signLink(config.secret, { purpose: LEAVING, parts: [principalId], until })
  // Behind the #, where neither logs nor other sites see the token.
  return `${origin}/leaving#${token}`
}

export function readLeavingLink({ config, clock }: LinkCtx, token: string): string | undefined {
  const link = { purpose: LEAVING, token, now: clock.now() }
  return readLink(config.secret, link)?.[0]
}

const CONFIRM = 'confirm-letters'
export const CONFIRM_DAYS = 7

/** A token by which the reader of the mail at an address agrees to a creator's letters there. */
export function signConfirmation(
  { config }: Pick<Ctx, 'config'>,
  consentId: string,
  from: Date,
): string {
  const until = new Date(from.getTime() + CONFIRM_DAYS * DAY_MS)
  return signLink(config.secret, { purpose: CONFIRM, parts: [consentId], until })
}

export function readConfirmation({ config, clock }: LinkCtx, token: string): string | undefined {
  const link = { purpose: CONFIRM, token, now: clock.now() }
  return readLink(config.secret, link)?.[0]
}

const CLAIM_DESK = 'claims-desk'
/** A claim may be objected to for months, and its end is read later still. */
const CLAIM_DESK_DAYS = 730

/** Whom a claim about rights concerns: the person who claims, or one who is claimed against. */
export interface ClaimKeyholder {
  claimId: string
  personId: string
}

/** A token that opens the page of a claim, without account and without script, for one person. */
export function signClaimKey(
  { config }: Pick<Ctx, 'config'>,
  { claimId, personId }: ClaimKeyholder,
  from: Date,
): string {
  const until = new Date(from.getTime() + CLAIM_DESK_DAYS * DAY_MS)
  return signLink(config.secret, { purpose: CLAIM_DESK, parts: [claimId, personId], until })
}

export function readClaimKey(
  { config, clock }: LinkCtx,
  token: string,
): ClaimKeyholder | undefined {
  const link = { purpose: CLAIM_DESK, token, now: clock.now() }
  const [claimId, personId] = readLink(config.secret, link) ?? []
  return claimId && personId ? { claimId, personId } : undefined
}
