import { and, asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { payments } from '../../schema/payments.ts'
import { codes, referralDays } from '../../schema/promotion.ts'
import { identityPorts } from '../identity/index.ts'
import { paymentPorts } from '../payments/index.ts'
import { applyCode, findHeldTooLong } from './apply-code.ts'
import { viewCodes } from './code.ts'

/** The answers of codes to questions of lower features. */
export const codeAnswers: Handling[] = [
  paymentPorts.applyCode.answer(applyCode),
  paymentPorts.heldTooLong.answer(findHeldTooLong),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(codes)
      .where(eq(codes.ownerId, principalId))
      .orderBy(asc(codes.createdAt))
    const content = `${JSON.stringify(await viewCodes(tx, rows), null, 2)}\n`
    return [{ name: 'codes.json', content }]
  }),
]

/** What referrals answer to questions of identity. */
export const referralAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const days = await tx.db
      .select({ day: referralDays.day, clicks: referralDays.clicks })
      .from(referralDays)
      .where(eq(referralDays.referrerId, principalId))
      .orderBy(asc(referralDays.day))
    // The export does not name buyers, who are other people.
    const sales = await tx.db
      .select({
        workflow_id: payments.workflowId,
        workflow_name: payments.workflowName,
        percent: payments.referralPercent,
        captured_at: payments.capturedAt,
      })
      .from(payments)
      .where(and(eq(payments.referrerId, principalId), eq(payments.state, 'captured')))
      .orderBy(asc(payments.capturedAt))
    return [{ name: 'referrals.json', content: `${JSON.stringify({ days, sales }, null, 2)}\n` }]
  }),
]
