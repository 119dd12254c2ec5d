import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { defineRoute, emptyAnswer, idParams } from './define-route.ts'
import { timestamp } from './entities.ts'
import { WEBHOOK, WEBHOOK_EVENT_NAMES, WEBHOOK_TEST } from './webhook-words.ts'

const url = z
  .string()
  .max(WEBHOOK.urlMax)
  .refine((text) => URL.canParse(text), 'must be an address, such as https://example.com/hook')
  .describe('https; on a server that this machine alone reaches, http too')
const events = boundedArray(z.enum(WEBHOOK_EVENT_NAMES), {
  min: 1,
  max: WEBHOOK_EVENT_NAMES.length,
})

const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  state: z
    .enum(['on', 'paused', 'gone'])
    .describe('`gone` once the address has answered 410; what happens meanwhile is not kept'),
  created_at: timestamp,
  failing_since: timestamp.nullable().describe('Null while the last delivery was taken'),
  next_at: timestamp.nullable().describe('When the delivery that waits is tried again'),
  waiting: z.number().int().describe('Deliveries that wait'),
  old_secret_until: timestamp.nullable().describe('Until then the replaced secret signs too'),
})
export type WebhookView = z.infer<typeof webhookView>

const withSecret = webhookView.extend({
  secret: z.string().describe('whsec_…, in this answer alone'),
})

const deliveryView = z.object({
  id: z.string().describe('The webhook-id, the same however often it is sent'),
  type: z.enum([...WEBHOOK_EVENT_NAMES, WEBHOOK_TEST]),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  created_at: timestamp,
  sent_at: timestamp.nullable().describe('The last attempt'),
  took_ms: z.number().int().nullable(),
  status: z.number().int().nullable().describe('The HTTP status of the last answer'),
  answer: z.string().nullable().describe(`The first ${WEBHOOK.answerMax} characters of it`),
  error: z.string().nullable().describe('Why there is no answer, or why it was given up'),
})
export type WebhookDeliveryView = z.infer<typeof deliveryView>

const owned = { access: 'user', scope: 'webhooks', params: idParams } as const

export const createWebhook = defineRoute('createWebhook', {
  summary: 'Have news of the account sent to an address of one’s own',
  access: 'user',
  scope: 'webhooks',
  body: z.object({ url, events }),
  answer: withSecret,
  status: 201,
  example: { url: 'https://example.com/hook', events: ['creation.completed', 'creation.failed'] },
  errors: ['validation_failed', 'conflict'],
  rate: 'writes',
})

export const listWebhooks = defineRoute('listWebhooks', {
  summary: 'The addresses to which news of the account goes, the oldest first',
  access: 'user',
  scope: 'webhooks',
  answer: z.object({ items: z.array(webhookView).max(WEBHOOK.most), next_cursor: z.null() }),
})

export const updateWebhook = defineRoute('updateWebhook', {
  summary: 'Change the address or the events, pause or resume',
  ...owned,
  body: z.object({
    url: url.optional(),
    events: events.optional(),
    state: z
      .enum(['on', 'paused'])
      .optional()
      .describe('While it is paused news waits, for three days at most'),
  }),
  answer: webhookView,
  errors: ['validation_failed', 'not_found'],
  rate: 'writes',
})

export const deleteWebhook = defineRoute('deleteWebhook', {
  summary: 'End a webhook, with its deliveries',
  ...owned,
  answer: emptyAnswer,
  errors: ['not_found'],
  rate: 'writes',
})

export const rotateWebhookSecret = defineRoute('rotateWebhookSecret', {
  summary: `Make a new secret; for ${WEBHOOK.oldSecretHours} hours both sign`,
  ...owned,
  answer: withSecret,
  errors: ['not_found'],
  rate: 'writes',
})

export const listWebhookDeliveries = defineRoute('listWebhookDeliveries', {
  summary: `The last ${WEBHOOK.kept} deliveries of a webhook, the newest first`,
  ...owned,
  answer: z.object({ items: z.array(deliveryView).max(WEBHOOK.kept), next_cursor: z.null() }),
  errors: ['not_found'],
})

export const sendWebhookDelivery = defineRoute('sendWebhookDelivery', {
  summary: 'Send a delivery again, once and before those that wait',
  access: 'user',
  scope: 'webhooks',
  params: z.object({ id: z.uuid(), deliveryId: z.uuid() }),
  answer: deliveryView,
  status: 202,
  errors: ['not_found', 'conflict'],
  rate: 'writes',
})

export const testWebhook = defineRoute('testWebhook', {
  summary: 'Send an event of the type webhook.test, once',
  ...owned,
  answer: deliveryView,
  status: 202,
  errors: ['not_found', 'conflict'],
  rate: 'writes',
})
