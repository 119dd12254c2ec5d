import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { GatewayError, type PayoutEvent } from '../../providers/payouts/spec.ts'
import { checkAccount } from './refresh-account.ts'

/** An event only says where to look. */
export const lookTask = defineTask({
  name: 'payouts.look',
  data: z.object({ accountId: z.string().max(200) }),
  retryLimit: 5,
  run: (ctx: Ctx, { accountId }) => checkAccount(ctx, accountId),
})

interface PayoutWebhook {
  gateway: string
  rawBody: Buffer
  headers: Record<string, string | string[] | undefined>
}

/** Takes an event whose signature fits; the vendor is then asked by a task. */
export async function receivePayoutWebhook(
  ctx: Ctx,
  { gateway, rawBody, headers }: PayoutWebhook,
): Promise<{ received: boolean }> {
  if (gateway !== ctx.payoutGateway.id) return { received: false }
  const event = await readEvent(ctx, rawBody, headers)
  const accountId = await findAccountOf(ctx, event)
  if (accountId) {
    await ctx.queue.send(ctx, lookTask, { accountId }, { singletonKey: accountId })
  }
  return { received: true }
}

async function readEvent(
  ctx: Ctx,
  rawBody: Buffer,
  headers: PayoutWebhook['headers'],
): Promise<PayoutEvent> {
  try {
    return await ctx.payoutGateway.readWebhook(rawBody, headers)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new AppError('bad_request', error.publicMessage, { cause: error })
  }
}

async function findAccountOf(ctx: Ctx, { about }: PayoutEvent): Promise<string | null> {
  if (!about) return null
  if (about.accountId) return about.accountId
  const { transferId } = about
  const transfer = transferId ? await ctx.payoutGateway.findTransfer({ transferId }) : null
  return transfer?.accountId ?? null
}
