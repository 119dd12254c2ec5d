import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { cases } from '../../schema/cases.ts'
import { paymentDisputes, payments } from '../../schema/payments.ts'
import { identityPorts, listOwners } from '../identity/index.ts'
import { noticePorts } from '../notices/index.ts'
import type { FoundCase } from './case.ts'
import { isSaleOf, selectDisputed } from './dispute.ts'
import { takeWaiting } from './take-waiting.ts'

const toJson = (list: object[]) => `${JSON.stringify(list, null, 2)}\n`

export const caseAnswers: Handling[] = [
  noticePorts.waiting.answer(takeWaiting),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const owners = await listOwners(tx, principalId)
    const find = async (whose: SQL) =>
      tx.db
        .select({ row: cases, payment: payments })
        .from(cases)
        .innerJoin(payments, eq(payments.id, cases.paymentId))
        .where(whose)
        .orderBy(asc(cases.id))
    const opened = await find(eq(payments.buyerId, principalId))
    const aboutRecipes = await find(inArray(cases.creatorId, owners))
    return [
      { name: 'cases.json', content: toJson(opened.map(viewForExport)) },
      {
        name: 'cases-about-recipes.json',
        content: toJson(
          aboutRecipes.map((found) => ({
            ...viewForExport(found),
            workflow_id: found.payment.workflowId,
            workflow_name: found.payment.workflowName,
          })),
        ),
      },
    ]
  }),
]

/** What both sides read of a case. */
function viewForExport({ row }: FoundCase) {
  return {
    id: row.id,
    payment_id: row.paymentId,
    state: row.state,
    reason: row.reason,
    text: row.text,
    shared: row.shared,
    answer: row.answer,
    granted: row.granted,
    decision: row.decision,
    created_at: row.createdAt,
    decided_at: row.decidedAt,
  }
}

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
