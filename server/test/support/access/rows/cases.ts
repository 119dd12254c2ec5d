import { newPurchase, newReceiptToken } from '../new-sale.ts'
import {
  ADMIN,
  CREATED,
  defineRows,
  EVERYBODY,
  NOBODY,
  nothing,
  OWN_READ,
  OWNER,
  on,
} from '../row.ts'
import type { World } from '../world.ts'

const COMPLAINT = { reason: 'not_what_i_asked', text: 'The boat is no boat.' }

export const caseRows = defineRows({
  getPaymentCase: [
    {
      on: 'a purchase',
      answers: OWN_READ,
      fresh: newPurchase,
      ask: (_w, _role, payment) => on(payment),
    },
  ],
  openCase: [
    {
      on: 'a purchase',
      answers: [404, 404, 404, 201, 404],
      fresh: newPurchase,
      ask: (_w, _role, payment) => ({ ...on(payment), body: COMPLAINT }),
    },
  ],
  getSignedCase: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      fresh: newPurchase,
      ask: (w, _role, payment) => ({ body: { token: newReceiptToken(w, payment) } }),
    },
  ],
  openSignedCase: [
    {
      on: 'a forged link',
      answers: NOBODY,
      ask: () => ({ body: { token: 'a.b.zzzzzzzz.c', ...COMPLAINT } }),
    },
    {
      on: 'the link of a letter',
      answers: CREATED,
      fresh: newPurchase,
      freshEach: true,
      ask: (w, _role, payment) => ({ body: { token: newReceiptToken(w, payment), ...COMPLAINT } }),
    },
  ],
  withdrawSignedCase: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter about a purchase without a case',
      answers: NOBODY,
      fresh: newPurchase,
      ask: (w, _role, payment) => ({ body: { token: newReceiptToken(w, payment) } }),
    },
  ],
  listCases: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  listAllCases: [{ on: 'the operator’s list', answers: ADMIN, ask: nothing }],
  answerCase: [
    {
      on: 'a case about another creator’s recipe',
      answers: NOBODY,
      fresh: newCase,
      ask: (_w, _role, id) => ({ ...on(id), body: { text: 'It is a boat.' } }),
    },
  ],
  grantCase: [
    {
      on: 'no case',
      answers: [401, 401, 404, 404, 404],
      ask: (w) => ({ ...on(w.recipe), body: {} }),
    },
    {
      on: 'a case',
      answers: [401, 401, 404, 404, 200],
      fresh: newCase,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  refuseCase: [
    {
      on: 'a case',
      answers: ADMIN,
      fresh: newCase,
      ask: (_w, _role, id) => ({ ...on(id), body: { reason: 'It is a boat.' } }),
    },
  ],
  withdrawCase: [{ on: 'a case', answers: OWNER, fresh: newCase, ask: (_w, _role, id) => on(id) }],
})

async function newCase(world: World): Promise<string> {
  const payment = await newPurchase(world)
  const { body } = await world.cast.browsers.owner.json<{ id: string }>(
    `/payment/${payment}/case`,
    {
      body: COMPLAINT,
    },
  )
  return body.id
}
