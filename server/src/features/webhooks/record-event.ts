import type { WebhookEvent } from '@vignette/contract/webhook-words.ts'
import { and, inArray, sql } from 'drizzle-orm'
import { type Ctx, OutsideFirst, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { webhookDeliveries, webhookEndpoints } from '../../schema/webhooks.ts'
import { actFor } from '../identity/index.ts'
import { sendWebhooks } from './send-webhooks.ts'

interface News {
  /** Whom it concerns; a claimed visitor's news are the account's. */
  of: string | null
  type: WebhookEvent
  /** What the API answers about it to that account; undefined where it has nothing to see. */
  view: (as: Ctx) => Promise<object | undefined>
}

/**
 * Writes news for each endpoint of the account that listens, in the transaction that makes the news
 * true. An account without one costs a look at an index.
 */
export async function recordEvent(tx: TxCtx, { of, type, view }: News): Promise<void> {
  if (of === null) return
  const heirs = sql`(with recursive heir (id, claimed_by) as (
      select id, claimed_by from ${principals} where id = ${of}
      union select person.id, person.claimed_by from ${principals} person
        join heir on person.id = heir.claimed_by)
    select id from heir)`
  const endpoints = await tx.db
    .select({ id: webhookEndpoints.id, ownerId: webhookEndpoints.ownerId })
    .from(webhookEndpoints)
    .where(
      and(
        sql`${webhookEndpoints.ownerId} in ${heirs}`,
        inArray(webhookEndpoints.state, ['on', 'paused']),
        sql`${type} = any(${webhookEndpoints.events})`,
      ),
    )
    .orderBy(webhookEndpoints.id)
    // One that is deleted now gets nothing, and does not stop what is being told.
    .for('key share')
  const [first] = endpoints
  const as = first && (await actFor(tx, first.ownerId))
  const data = as && (await read(tx, as, view))
  if (!data) return
  const createdAt = tx.clock.now()
  const body = writeBody(type, createdAt, data)
  await tx.db.insert(webhookDeliveries).values(
    endpoints.map(({ id: endpointId }) => ({
      id: newId(),
      endpointId,
      type,
      body,
      state: 'waiting' as const,
      createdAt,
    })),
  )
  for (const { id: endpointId } of endpoints) {
    await tx.queue.send(tx, sendWebhooks, { endpointId })
  }
}

/** What cannot be written must not stop what it tells of, such as a payment. */
async function read(tx: TxCtx, acting: Ctx, view: News['view']): Promise<object | undefined> {
  const { principal } = acting.caller
  const caller = { principal, sessionId: null, via: 'none', address: '' } as const
  try {
    return await view({ ...acting, caller })
  } catch (error) {
    if (error instanceof OutsideFirst) throw error
    tx.log.error({ err: error }, 'news for a webhook could not be written')
    return undefined
  }
}

export const writeBody = (type: string, at: Date, data: object) =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })
