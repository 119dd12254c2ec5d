import { WAIVER_VERSION } from '@vignette/contract/withdrawal-words.ts'
import { eq } from 'drizzle-orm'
import { signPaymentLink } from '../../../../src/features/payments/checkout/payment-link.ts'
import { payments } from '../../../../src/schema/payments.ts'
import { Browser } from '../../browser.ts'
import { newPurchase, newReceiptToken, newSaleOfOwner } from '../new-sale.ts'
import { defineRows, EVERYBODY, IN_OWN_NAME, NOBODY, nothing, OWN_READ, OWNER, on } from '../row.ts'
import type { World } from '../world.ts'

/** What follows # in the address that an unpaid call of the owner's program is answered with. */
async function newPaymentLink(world: World): Promise<string> {
  const { browsers } = world.cast
  const made = await browsers.owner.json<{ token: string }>('/users/me/tokens', {
    body: { label: 'a program' },
  })
  const asked = await new Browser(world.app.url).json<{ checkout_url: string }>(
    `/workflows/${await world.newPriced()}/creations`,
    {
      body: { user_inputs: { wish: 'boat' } },
      headers: { authorization: `Bearer ${made.body.token}` },
    },
  )
  return asked.body.checkout_url.split('#')[1] ?? ''
}

/** A purchase from which its buyer can withdraw. */
async function newConsumerPurchase(world: World): Promise<string> {
  return putUnderLaw(world, await newPurchase(world))
}

async function putUnderLaw(world: World, id: string): Promise<string> {
  await world.app.ctx.db.update(payments).set({ consumerLaw: 'eu' }).where(eq(payments.id, id))
  return id
}

function checkout(world: World, recipe: string, change: object = {}) {
  const back = `${world.app.url}/workflows/${recipe}/remix`
  return { workflow_id: recipe, success_url: back, cancel_url: back, ...change }
}

const WAIVER = { version: WAIVER_VERSION, begin_now: true, right_lost: true }

export const paymentRows = defineRows({
  getPaymentConfig: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  createCheckoutSession: [
    {
      on: 'a priced recipe',
      answers: EVERYBODY,
      fresh: (w) => w.newPriced(),
      ask: (w, _role, id) => ({ body: checkout(w, id) }),
    },
    {
      on: 'a priced recipe in the owner’s name',
      answers: IN_OWN_NAME,
      fresh: (w) => w.newPriced(),
      ask: (w, _role, id) => ({ body: checkout(w, id, { user_id: w.cast.ids.owner }) }),
    },
    {
      on: 'a priced recipe with the owner’s upload',
      answers: [400, 400, 400, 200, 400],
      fresh: (w) =>
        w.newPriced({
          inputs: [{ key: 'photo', type: 'image' }],
          steps: [
            { id: 'draw', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' },
          ],
        }),
      ask: (w, _role, id) => ({ body: checkout(w, id, { user_inputs: { photo: w.upload } }) }),
    },
    {
      on: 'a hidden recipe',
      answers: NOBODY,
      ask: (w) => ({ body: checkout(w, w.hiddenRecipe) }),
    },
  ],
  getPaymentLink: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.zzzzzzzz.c' } }) },
    {
      on: 'the link of a payment',
      answers: EVERYBODY,
      fresh: async (w) => (await w.newAuthorisation()).payment,
      ask: (w, _, id) => ({
        body: { token: signPaymentLink(w.app.ctx, { id, createdAt: new Date() }) },
      }),
    },
  ],
  payByLink: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.zzzzzzzz.c' } }) },
    {
      on: 'the link of an unpaid call',
      answers: EVERYBODY,
      fresh: newPaymentLink,
      ask: (_w, _role, token) => ({ body: { token } }),
    },
    {
      on: 'the link of a payment that is authorised',
      answers: [409, 409, 409, 409, 409],
      fresh: async (w) => (await w.newAuthorisation()).payment,
      ask: (w, _, id) => ({
        body: { token: signPaymentLink(w.app.ctx, { id, createdAt: new Date() }) },
      }),
    },
  ],
  getPaymentSession: [
    {
      on: 'a checkout',
      answers: OWN_READ,
      ask: (w) => ({ params: { sessionId: w.session } }),
    },
  ],
  findOpenPayment: [
    {
      on: 'one’s own for a recipe',
      answers: EVERYBODY,
      ask: (w) => ({ query: `workflow_id=${w.paidRecipe}` }),
    },
  ],
  releasePayment: [
    {
      on: 'an authorised payment',
      answers: OWNER,
      fresh: async (w) => (await w.newAuthorisation()).payment,
      ask: (_w, _role, id) => on(id),
    },
  ],
  receiveWebhook: [
    {
      on: 'an unsigned event',
      answers: [400, 400, 400, 400, 400],
      ask: () => ({ params: { gateway: 'sandbox' }, body: { type: 'checkout.session.completed' } }),
    },
  ],
  // Other callers get 200 with an empty receipt, which the test of the bodies checks.
  getReceipt: [
    { on: 'a creation', answers: [401, 200, 200, 200, 200], ask: (w) => on(w.creations.private) },
  ],
  getSignedReceipt: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      fresh: async (w) => (await w.newAuthorisation()).payment,
      ask: (w, _, paymentId) => ({ body: { token: newReceiptToken(w, paymentId) } }),
    },
  ],
  getEarnings: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  listPurchases: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  getPurchase: [
    { on: 'a purchase', answers: OWN_READ, fresh: newPurchase, ask: (_w, _role, id) => on(id) },
    {
      on: 'an authorisation that is not charged',
      answers: OWN_READ,
      fresh: async (w) => (await w.newAuthorisation()).payment,
      ask: (_w, _role, id) => on(id),
    },
  ],
  confirmWaiver: [
    {
      on: 'an authorised payment in the European Union',
      answers: [404, 404, 404, 200, 404],
      fresh: async (w) => putUnderLaw(w, (await w.newAuthorisation()).payment),
      ask: (_w, _role, id) => ({ ...on(id), body: { waiver: WAIVER } }),
    },
  ],
  withdrawPurchase: [
    {
      on: 'a purchase in the European Union',
      answers: [404, 404, 404, 200, 404],
      fresh: newConsumerPurchase,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  withdrawSignedPurchase: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      fresh: newConsumerPurchase,
      ask: (w, _, paymentId) => ({ body: { token: newReceiptToken(w, paymentId) } }),
    },
  ],
  listSales: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  exportSales: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  refundSale: [
    {
      on: 'no sale',
      answers: [401, 401, 404, 404, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reason: 'goodwill' } }),
    },
    {
      on: 'a sale',
      answers: [401, 401, 404, 200, 404],
      fresh: async (w) => (await newSaleOfOwner(w)).paymentId,
      ask: (_w, _role, id) => ({ ...on(id), body: { reason: 'goodwill' } }),
    },
  ],
})
