import * as contract from '@vignette/contract/webhooks.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { listWebhookDeliveries, sendWebhookDelivery, testWebhook } from './delivery.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './endpoint.ts'

export const webhookRoutes: Binding[] = [
  handle(contract.createWebhook, (ctx, { body }) => createWebhook(ctx, body)),
  handle(contract.listWebhooks, (ctx) => listWebhooks(ctx)),
  handle(contract.updateWebhook, (ctx, { params, body }) => updateWebhook(ctx, params.id, body)),
  handle(contract.deleteWebhook, async (ctx, { params }) => {
    await deleteWebhook(ctx, params.id)
    return DONE
  }),
  handle(contract.rotateWebhookSecret, (ctx, { params }) => rotateWebhookSecret(ctx, params.id)),
  handle(contract.listWebhookDeliveries, (ctx, { params }) =>
    listWebhookDeliveries(ctx, params.id),
  ),
  handle(contract.sendWebhookDelivery, (ctx, { params }) => sendWebhookDelivery(ctx, params)),
  handle(contract.testWebhook, (ctx, { params }) => testWebhook(ctx, params.id)),
]
