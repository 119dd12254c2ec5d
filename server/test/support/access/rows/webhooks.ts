import { newId } from '../../../../src/platform/ids.ts'
import { webhookDeliveries, webhookEndpoints } from '../../../../src/schema/webhooks.ts'
import { defineRows, nothing, on, SIGNED_IN } from '../row.ts'
import type { World } from '../world.ts'

/** A visitor has no webhooks; another user finds none of the owner's. */
const OWN = [401, 401, 404, 200, 404] as const
const OWN_SENT = [401, 401, 404, 202, 404] as const
/** Nothing listens there. */
const NEW = { url: 'http://127.0.0.1:9/hook', events: ['creation.completed'] } as const

const own = { on: 'a webhook of the owner’s', answers: OWN, fresh: newWebhook }

export const webhookRows = defineRows({
  createWebhook: [
    { on: 'oneself', answers: [401, 401, 201, 201, 201], ask: () => ({ body: NEW }) },
    {
      on: 'an inner address',
      answers: [401, 401, 400, 400, 400],
      ask: () => ({ body: { ...NEW, url: 'https://10.0.0.1/hook' } }),
    },
  ],
  listWebhooks: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  updateWebhook: [{ ...own, ask: (_w, _r, id) => ({ ...on(id), body: { state: 'paused' } }) }],
  deleteWebhook: [{ ...own, ask: (_w, _r, id) => on(id) }],
  rotateWebhookSecret: [{ ...own, ask: (_w, _r, id) => on(id) }],
  listWebhookDeliveries: [{ ...own, ask: (_w, _r, id) => on(id) }],
  sendWebhookDelivery: [
    {
      on: 'a delivery of the owner’s',
      answers: OWN_SENT,
      // One id for both, which no stranger can guess.
      fresh: newDelivery,
      ask: (_w, _r, id) => ({ params: { id, deliveryId: id } }),
    },
  ],
  testWebhook: [{ ...own, answers: OWN_SENT, ask: (_w, _r, id) => on(id) }],
})

async function newWebhook({ app, cast }: World): Promise<string> {
  const id = newId()
  const now = new Date()
  await app.ctx.db.insert(webhookEndpoints).values({
    id,
    ownerId: cast.ids.owner,
    url: NEW.url,
    events: [...NEW.events],
    state: 'on',
    createdAt: now,
    nextAt: now,
  })
  return id
}

async function newDelivery(world: World): Promise<string> {
  const id = await newWebhook(world)
  await world.app.ctx.db.insert(webhookDeliveries).values({
    id,
    endpointId: id,
    type: 'creation.completed',
    body: '{}',
    state: 'delivered',
    createdAt: new Date(),
  })
  return id
}
