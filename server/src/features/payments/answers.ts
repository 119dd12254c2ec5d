import type { Handling } from '../../platform/wiring.ts'
import { identityPorts } from '../identity/index.ts'
import { workflowPorts } from '../workflows/index.ts'
import { findPurchase } from './checkout/authorisation.ts'
import { exportSales } from './sales/export-sales.ts'

/** Payments' answers to the ports of lower features. */
export const paymentAnswers: Handling[] = [
  workflowPorts.purchasedVersion.answer((ctx, { workflowId }) => findPurchase(ctx, workflowId)),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => [
    { name: 'sales.csv', content: await exportSales(tx, {}, principalId) },
  ]),
]
