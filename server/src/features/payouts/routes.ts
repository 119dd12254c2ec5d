import * as leaving from '@vignette/contract/leaving.ts'
import * as operator from '@vignette/contract/operator-payouts.ts'
import * as contract from '@vignette/contract/payouts.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { exportPayoutRun } from './export-payout-run.ts'
import { getLeaving } from './get-leaving.ts'
import { getLeftMoney } from './get-left-money.ts'
import { getPayoutAccount } from './get-payout-account.ts'
import { getPayouts } from './get-payouts.ts'
import { liftPayoutHold } from './lift-payout-hold.ts'
import { listPayoutHolds } from './list-payout-holds.ts'
import { listPayoutRuns } from './list-payout-runs.ts'
import { listRunPayouts } from './list-run-payouts.ts'
import { markPayoutFailed } from './mark-payout-failed.ts'
import { markPayoutPaid } from './mark-payout-paid.ts'
import { openLeftAccount } from './open-left-account.ts'
import { openPayoutAccount } from './open-payout-account.ts'
import { previewPayoutRun } from './preview-payout-run.ts'
import { receivePayoutWebhook } from './receive-payout-webhook.ts'
import { setPayoutHold } from './set-payout-hold.ts'
import { startPayoutRun } from './start-payout-run.ts'
import { updatePayoutSettings } from './update-payout-settings.ts'

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
]
