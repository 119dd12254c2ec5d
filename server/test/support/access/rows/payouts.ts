import { randomUUID } from 'node:crypto'
import { startRun } from '../../../../src/features/payouts/start-run.ts'
import { ADMIN, defineRows, NOBODY, nothing, on, SIGNED_IN } from '../row.ts'
import type { World } from '../world.ts'

export const payoutRows = defineRows({
  receivePayoutWebhook: [
    {
      on: 'an unsigned event',
      answers: [400, 400, 400, 400, 400],
      ask: () => ({ params: { gateway: 'sandbox' }, body: { type: 'transfer.created' } }),
    },
  ],
  getPayouts: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  getPayoutAccount: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  openPayoutAccount: [
    { on: 'one’s own', answers: SIGNED_IN, ask: () => ({ body: { country: 'US' } }) },
  ],
  getLeaving: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  getLeftMoney: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.c' } }) },
  ],
  openLeftAccount: [
    {
      on: 'a forged link',
      answers: NOBODY,
      ask: () => ({ body: { token: 'a.b.c', country: 'US' } }),
    },
  ],
  updatePayoutSettings: [
    { on: 'one’s own', answers: SIGNED_IN, ask: () => ({ body: { minimum: 2_000 } }) },
  ],
  previewPayoutRun: [{ on: 'the operator’s list', answers: ADMIN, ask: nothing }],
  startPayoutRun: [
    {
      on: 'a preview that was never shown',
      answers: [401, 401, 403, 403, 409],
      ask: () => ({ body: { total: 1, payouts: 1 } }),
    },
  ],
  listPayoutRuns: [{ on: 'the operator’s list', answers: ADMIN, ask: nothing }],
  listRunPayouts: [
    { on: 'no run', answers: [401, 401, 403, 403, 404], ask: (w) => on(w.recipe) },
    { on: 'a run', answers: ADMIN, fresh: newPayoutRun, ask: (_, __, run) => on(run) },
  ],
  exportPayoutRun: [
    { on: 'no run', answers: [401, 401, 403, 403, 404], ask: (w) => on(w.recipe) },
    { on: 'a run', answers: ADMIN, fresh: newPayoutRun, ask: (_, __, run) => on(run) },
  ],
  listPayoutHolds: [{ on: 'the operator’s list', answers: ADMIN, ask: nothing }],
  setPayoutHold: [
    {
      on: 'the owner',
      answers: [401, 401, 403, 403, 201],
      ask: (w) => ({ body: { principal_id: w.cast.ids.owner, reason: 'a look at the sales' } }),
    },
  ],
  liftPayoutHold: [
    { on: 'no hold', answers: [401, 401, 403, 403, 404], ask: (w) => on(w.recipe) },
    { on: 'a hold', answers: ADMIN, fresh: newPayoutHold, ask: (_, __, hold) => on(hold) },
  ],
  markPayoutPaid: [
    {
      on: 'no payout',
      answers: [401, 401, 403, 403, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reference: 'SEPA 1' } }),
    },
  ],
  markPayoutFailed: [
    {
      on: 'no payout',
      answers: [401, 401, 403, 403, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reason: 'no such account' } }),
    },
  ],
  reversePayout: [
    {
      on: 'no payout',
      answers: [401, 401, 403, 403, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reason: 'the wrong account' } }),
    },
  ],
  bookPayoutCost: [
    {
      on: 'an invoice',
      answers: ADMIN,
      ask: () => ({ body: { amount: 100, reference: randomUUID() } }),
    },
  ],
})

async function newPayoutRun({ app }: World): Promise<string> {
  const { run } = await startRun(app.ctx, { dueAt: app.ctx.clock.now(), by: 'operator' })
  return run.id
}

async function newPayoutHold({ cast }: World): Promise<string> {
  const { body } = await cast.browsers.admin.json<{ id: string }>('/admin/payouts/holds', {
    body: { principal_id: cast.ids.owner, reason: 'a look at the sales' },
  })
  return body.id
}
