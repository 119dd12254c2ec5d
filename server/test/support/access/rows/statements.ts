import { inTransaction } from '../../../../src/ctx.ts'
import { post } from '../../../../src/features/ledger/index.ts'
import { makeMonthStatements } from '../../../../src/features/payouts/make-statements.ts'
import { newId } from '../../../../src/platform/ids.ts'
import { newPurchase } from '../new-sale.ts'
import { defineRows, NOBODY, nothing, OWNER, on, type Row, SIGNED_IN } from '../row.ts'
import type { World } from '../world.ts'

export const statementRows = defineRows({
  listStatements: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  getPaperName: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  updatePaperName: [
    { on: 'one’s own', answers: SIGNED_IN, ask: () => ({ body: { party: null } }) },
  ],
  getStatement: readings(),
  exportStatement: readings(),
  printStatement: readings(),
  openInvoice: [
    {
      on: 'a payment that is not charged',
      answers: NOBODY,
      fresh: async (w) => (await w.newAuthorisation()).payment,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
    {
      on: 'a charged payment',
      answers: OWNER,
      fresh: newPurchase,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  openSignedInvoice: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
  ],
  printInvoice: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ params: { token: 'a.b.zzzzzzzz.c' } }) },
  ],
})

/** The rows of every route that reads a statement, which its creator and admins may. */
function readings(): Row[] {
  return [
    {
      on: 'a statement',
      answers: [401, 401, 404, 200, 200],
      fresh: newStatement,
      ask: (_w, _role, number) => ({ params: { number } }),
    },
    {
      on: 'no statement',
      answers: [401, 401, 404, 404, 404],
      ask: () => ({ params: { number: 'VG-2026-11-999999' } }),
    },
  ]
}

/** The owner's sale of a year ago, and the statement of that month. */
async function newStatement({ app, cast }: World): Promise<string> {
  const { ctx } = app
  const soldAt = new Date(ctx.clock.now().getTime() - 365 * 86_400_000)
  const month = soldAt.toISOString().slice(0, 7)
  const found = async () => {
    const { body } = await cast.browsers.owner.json<{ statements: { number: string }[] }>(
      '/payouts/statements',
    )
    return body.statements[0]?.number
  }
  const known = await found()
  if (known) return known
  await inTransaction(ctx, (tx) =>
    post(tx, 'capture', {
      paymentId: newId(),
      workflowId: newId(),
      amount: 300,
      book: 'test:sandbox',
      currency: 'usd',
      creator: { principalId: cast.ids.owner, hasAccount: true },
      sharePercent: 70,
      occurredAt: soldAt,
    }),
  )
  await makeMonthStatements(ctx, month)
  return (await found()) ?? ''
}
