import { asc } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityPorts } from '../identity/index.ts'
import { paymentDisputes } from '../payments/index.ts'
import { isSaleOf, selectDisputed } from './dispute.ts'

export const disputeAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await selectDisputed(tx)
      .where(await isSaleOf(tx, { id: principalId }))
      .orderBy(asc(paymentDisputes.createdAt))
    const disputes = rows.map(({ dispute, payment, note }) => ({
      id: dispute.id,
      payment_id: payment.id,
      amount: dispute.amount,
      state: dispute.state,
      reason: dispute.reason,
      opened_at: dispute.createdAt,
      closed_at: dispute.closedAt,
      note: note?.text ?? null,
      file: note?.fileName ?? null,
    }))
    return [{ name: 'disputes.json', content: `${JSON.stringify(disputes, null, 2)}\n` }]
  }),
]
