import type { CaseReason } from '@vignette/contract/case-words.ts'
import type { CaseView, PaymentCase } from '@vignette/contract/cases.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { cases } from '../../schema/cases.ts'
import { creations } from '../../schema/creations.ts'
import { type PaymentRow, payments } from '../../schema/payments.ts'
import { listShownFiles } from '../creations/index.ts'
import { lockActing, lockCaller, requireVisitor } from '../identity/index.ts'
import { findMedia, inspectFile } from '../media/index.ts'
import { findSignedPurchase, lockPayment } from '../payments/index.ts'
import { caseNotFound, lockCase, lockCaseOf, viewCase } from './case.ts'
import { closeCase } from './decision.ts'
import { type Complaint, fileCase } from './file-case.ts'
import { openUntil, whyNoCase } from './rules.ts'

export async function getPaymentCase(ctx: Ctx, paymentId: string): Promise<PaymentCase> {
  return viewPaymentCase(ctx, await getBought(ctx, paymentId))
}

async function viewPaymentCase(ctx: Ctx, payment: PaymentRow): Promise<PaymentCase> {
  const [row] = await ctx.db.select().from(cases).where(eq(cases.paymentId, payment.id))
  return {
    case: row ? await viewCase(ctx, { row, payment }, 'buyer') : null,
    why_not: whyNoCase(payment, ctx.clock.now()),
    until: openUntil(payment)?.toISOString() ?? null,
  }
}

export async function getSignedCase(ctx: Ctx, { token }: { token: string }): Promise<PaymentCase> {
  return viewPaymentCase(ctx, await findSignedPurchase(ctx, token))
}

/** The buyer of this payment says that something is wrong. */
export async function openCase(
  ctx: Ctx,
  paymentId: string,
  complaint: Complaint,
): Promise<CaseView> {
  const payment = await getBought(ctx, paymentId)
  const found = await checkComplaint(ctx, payment, complaint.reason)
  const opened = await inTransaction(ctx, async (tx) => {
    // The stronger lock lets two cases of one buyer count each other.
    const { owner, acting } = await lockCaller(tx, 'no key update')
    return fileCase(acting, { paymentId, buyerId: owner.id, complaint, found })
  })
  return viewCase(ctx, opened, 'buyer')
}

/** A payment of the caller; any other one is answered as not found. */
async function getBought(ctx: Ctx, paymentId: string): Promise<PaymentRow> {
  const buyer = requireVisitor(ctx)
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId))
  if (payment?.buyerId !== buyer.id) throw new AppError('not_found', 'There is no such payment.')
  return payment
}

/** A buyer says by the link of a receipt that something is wrong, from any browser. */
export async function openSignedCase(
  ctx: Ctx,
  { token, ...complaint }: Complaint & { token: string },
): Promise<CaseView> {
  const payment = await findSignedPurchase(ctx, token)
  const found = await checkComplaint(ctx, payment, complaint.reason)
  const opened = await inTransaction(ctx, async (tx) => {
    const buyer = await lockActing(tx, payment.buyerId, 'no key update')
    if (!buyer || buyer.deletedAt || buyer.bannedAt) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    return fileCase(tx, { paymentId: payment.id, buyerId: buyer.id, complaint, found })
  })
  return viewCase(ctx, opened, 'buyer')
}

/**
 * What the machine finds wrong with the delivered file of a creation that its buyer calls broken, in
 * words; null where it finds nothing. Reads and decodes the file, so it runs in no transaction.
 */
async function checkComplaint(
  ctx: Ctx,
  { creationId }: Pick<PaymentRow, 'creationId'>,
  reason: CaseReason,
): Promise<string | null> {
  if (reason !== 'broken' || !creationId) return null
  const [creation] = await ctx.db.select().from(creations).where(eq(creations.id, creationId))
  // A file that its owner deleted was not broken by us.
  if (!creation?.mediaId || creation.deletedAt) return null
  const files = await findMedia(ctx, await listShownFiles(ctx, creation))
  try {
    for (const file of files.values()) {
      const fault = await inspectFile(ctx, file)
      if (fault) return FOUND[fault]
    }
    return null
  } catch (error) {
    // A case that the machine cannot check goes the ordinary way.
    ctx.log.warn({ err: error, creationId }, 'the file of a case could not be inspected')
    return null
  }
}

const FOUND = {
  missing: 'Our check found that the file is missing.',
  unreadable: 'Our check found that the file cannot be read.',
  blank: 'Our check found that the picture is empty.',
} as const

/** The buyer takes the case back; another case about the payment cannot be opened. */
export async function withdrawCase(ctx: Ctx, id: string): Promise<CaseView> {
  const found = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const locked = await lockCase(tx, id)
    if (locked.payment.buyerId !== owner.id) throw caseNotFound()
    return closeCase(tx, locked, { state: 'withdrawn', decision: null, decidedBy: 'buyer' })
  })
  return viewCase(ctx, found, 'buyer')
}

/** A buyer takes the case back by the link of a receipt, from any browser. */
export async function withdrawSignedCase(
  ctx: Ctx,
  { token }: { token: string },
): Promise<CaseView> {
  const payment = await findSignedPurchase(ctx, token)
  const found = await inTransaction(ctx, async (tx) => {
    const buyer = await lockActing(tx, payment.buyerId, 'no key update')
    if (!buyer || buyer.deletedAt || buyer.bannedAt) throw caseNotFound()
    const locked = await lockPayment(tx, payment.id)
    const row = locked.buyerId === buyer.id ? await lockCaseOf(tx, locked.id) : undefined
    if (!row) throw caseNotFound()
    const ending = { state: 'withdrawn', decision: null, decidedBy: 'buyer' } as const
    return closeCase(tx, { row, payment: locked }, ending)
  })
  return viewCase(ctx, found, 'buyer')
}
