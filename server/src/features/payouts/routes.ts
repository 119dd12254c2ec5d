import * as leaving from '@vignette/contract/leaving.ts'
import * as operator from '@vignette/contract/operator-payouts.ts'
import * as contract from '@vignette/contract/payouts.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { requireStaff } from '../identity/index.ts'
import { getPayoutAccount, updatePayoutSettings } from './account.ts'
import { adjustBalance, bookPayoutCost } from './adjustment.ts'
import { exportPayoutRun } from './export-payout-run.ts'
import { getPayouts } from './get-payouts.ts'
import { liftPayoutHold, listPayoutHolds, setPayoutHold } from './hold.ts'
import { getLeaving } from './leaving.ts'
import { getLeftMoney, openLeftAccount } from './left-money.ts'
import { markPayoutFailed, markPayoutPaid } from './manual-payout.ts'
import { openPayoutAccount } from './open-payout-account.ts'
import { previewPayoutRun } from './preview-run.ts'
import { receivePayoutWebhook } from './receive-payout-webhook.ts'
import { reversePayout } from './reverse-payout.ts'
import { listPayoutRuns, listRunPayouts } from './run.ts'
import { startPayoutRun } from './start-run.ts'
import { viewPayout } from './view-payout.ts'

export const payoutRoutes: Binding[] = [
  handle(
    contract.receivePayoutWebhook,
    (ctx, { params, request }) =>
      receivePayoutWebhook(ctx, {
        gateway: params.gateway,
        rawBody: request.rawBody ?? Buffer.alloc(0),
        headers: request.headers,
      }),
    { signedBy: ({ payoutGateway }) => payoutGateway.signatureHeader },
  ),
  handle(contract.getPayouts, (ctx, { query }) => getPayouts(ctx, query)),
  handle(contract.getPayoutAccount, (ctx) => getPayoutAccount(ctx)),
  handle(contract.openPayoutAccount, (ctx, { body }) => openPayoutAccount(ctx, body)),
  handle(leaving.getLeaving, (ctx) => getLeaving(ctx)),
  handle(leaving.getLeftMoney, (ctx, { body }) => getLeftMoney(ctx, body)),
  handle(leaving.openLeftAccount, (ctx, { body }) => openLeftAccount(ctx, body)),
  handle(contract.updatePayoutSettings, (ctx, { body }) => updatePayoutSettings(ctx, body)),
  handle(operator.previewPayoutRun, (ctx) => previewPayoutRun(ctx)),
  handle(operator.startPayoutRun, (ctx, { body }) => startPayoutRun(ctx, body)),
  handle(operator.listPayoutRuns, (ctx, { query }) => listPayoutRuns(ctx, query)),
  handle(operator.listRunPayouts, (ctx, { params, query }) =>
    listRunPayouts(ctx, params.id, query),
  ),
  handle(operator.exportPayoutRun, async (ctx, { params, reply }) => {
    const csv = await exportPayoutRun(ctx, params.id)
    await reply
      .header('content-disposition', 'attachment; filename="payouts.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv)
    return REPLIED
  }),
  handle(operator.listPayoutHolds, (ctx, { query }) => listPayoutHolds(ctx, query)),
  handle(operator.setPayoutHold, (ctx, { body }) => setPayoutHold(ctx, body)),
  handle(operator.liftPayoutHold, async (ctx, { params }) => {
    await liftPayoutHold(ctx, params.id)
    return { ok: true } as const
  }),
  handle(operator.markPayoutPaid, (ctx, { params, body }) =>
    markPayoutPaid(ctx, params.id, body.reference),
  ),
  handle(operator.markPayoutFailed, (ctx, { params, body }) =>
    markPayoutFailed(ctx, params.id, body.reason),
  ),
  handle(operator.reversePayout, async (ctx, { params, body }) => {
    requireStaff(ctx, 'reversePayout')
    return viewPayout(await reversePayout(ctx, params.id, body.reason))
  }),
  handle(operator.adjustBalance, async (ctx, { params, body }) => {
    requireStaff(ctx, 'adjustBalance')
    await adjustBalance(ctx, { principalId: params.id, ...body })
    return { ok: true } as const
  }),
  handle(operator.bookPayoutCost, async (ctx, { body }) => {
    requireStaff(ctx, 'bookPayoutCost')
    await bookPayoutCost(ctx, body)
    return { ok: true } as const
  }),
]
