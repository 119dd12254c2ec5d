import { and, asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { payments } from '../payments/index.ts'
import { referralDays } from './tables.ts'

/** What referrals answer to questions of identity. */
export const referralAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, referralDays, { owner: referralDays.referrerId, left: isDeleted }),
  ),
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
