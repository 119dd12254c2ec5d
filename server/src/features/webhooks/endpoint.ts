import { WEBHOOK, type WebhookEvent } from '@vignette/contract/webhook-words.ts'
import type { WebhookView } from '@vignette/contract/webhooks.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findAddressFault } from '../../platform/http-client/open-guarded.ts'
import { newId } from '../../platform/ids.ts'
import {
  type WebhookEndpointRow,
  webhookDeliveries,
  webhookEndpoints,
} from '../../schema/webhooks.ts'
import { lockCaller, requireUser } from '../identity/index.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { newSigningSecret, sealSecret } from './signing-secret.ts'

/** The secret is in this answer alone. Of ten calls at once those that find no room are refused: the caller's row is locked. */
export async function createWebhook(
  ctx: Ctx,
  { url, events }: { url: string; events: readonly WebhookEvent[] },
): Promise<WebhookView & { secret: string }> {
  requireUser(ctx)
  const address = readAddress(ctx, url)
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx, 'no key update')
    const own = eq(webhookEndpoints.ownerId, owner.id)
    if ((await tx.db.$count(webhookEndpoints, own)) >= WEBHOOK.most) {
      throw new AppError('conflict', `You have ${WEBHOOK.most} webhooks. Delete one first.`)
    }
    const secret = newSigningSecret()
    const now = tx.clock.now()
    const [row] = await tx.db
      .insert(webhookEndpoints)
      .values({
        id: newId(),
        ownerId: owner.id,
        url: address,
        events: [...new Set(events)],
        state: 'on',
        secret: sealSecret(tx, secret),
        createdAt: now,
        nextAt: now,
      })
      .returning()
    if (!row) throw new Error('the webhook was not written')
    return { ...viewWebhook(row, 0), secret }
  })
}

/** The address as it is stored; where its name leads is asked each time when something is sent. */
function readAddress({ config }: Pick<Ctx, 'config'>, text: string): string {
  const url = new URL(text)
  const fault = findAddressFault(url, { ownMachine: config.loopback })
  if (!fault) return url.href
  const message = `cannot be called: ${fault}`
  throw new AppError('validation_failed', `url ${message}`, { details: [{ path: 'url', message }] })
}

// Spelled out: in a query of one table its columns stand without the table's name.
const waitingOf = sql<number>`(select count(*)::int from ${webhookDeliveries} waits
  where waits.endpoint_id = webhook_endpoints.id and waits.state = 'waiting')`

export async function listWebhooks(ctx: Ctx): Promise<{ items: WebhookView[]; next_cursor: null }> {
  const { id } = requireUser(ctx)
  const rows = await ctx.db
    .select({ row: webhookEndpoints, waiting: waitingOf })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.ownerId, id))
    .orderBy(asc(webhookEndpoints.id))
  return { items: rows.map(({ row, waiting }) => viewWebhook(row, waiting)), next_cursor: null }
}

/** A webhook of the caller; a stranger's is answered as not found. */
export async function getOwnWebhook(ctx: Ctx, id: string): Promise<WebhookEndpointRow> {
  const owner = requireUser(ctx)
  const [row] = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.ownerId, owner.id)))
  if (!row) throw new AppError('not_found', 'There is no such webhook.')
  return row
}

interface Change {
  url?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  state?: 'on' | 'paused' | undefined
}

/** A new address and a resumed webhook are tried at once, whatever the old one has answered. */
export async function updateWebhook(ctx: Ctx, id: string, change: Change): Promise<WebhookView> {
  const url = change.url === undefined ? undefined : readAddress(ctx, change.url)
  return changeOwn(ctx, id, (before, now) => {
    if (change.state === 'on' && !before.secret) {
      throw new AppError('conflict', 'Its secret is not known any more: make a new one first.')
    }
    return {
      ...(url === undefined ? {} : { url }),
      ...(change.events ? { events: [...new Set(change.events)] } : {}),
      ...(change.state ? { state: change.state } : {}),
      ...((url ?? before.url) !== before.url || (change.state === 'on' && before.state !== 'on')
        ? { failures: 0, failingSince: null, nextAt: now }
        : {}),
    }
  })
}

/** The secret that was replaced before signs no more. */
export async function rotateWebhookSecret(
  ctx: Ctx,
  id: string,
): Promise<WebhookView & { secret: string }> {
  const secret = newSigningSecret()
  const view = await changeOwn(ctx, id, (before, now) => ({
    secret: sealSecret(ctx, secret),
    oldSecret: before.secret,
    oldSecretUntil:
      before.secret === null ? null : new Date(now.getTime() + WEBHOOK.oldSecretHours * 3_600_000),
  }))
  return { ...view, secret }
}

async function changeOwn(
  ctx: Ctx,
  id: string,
  change: (before: WebhookEndpointRow, now: Date) => Partial<WebhookEndpointRow>,
): Promise<WebhookView> {
  return inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await tx.db
      .select({ one: sql`1` })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('no key update')
    const before = await getOwnWebhook(tx, id)
    const set = change(before, tx.clock.now())
    const own = eq(webhookEndpoints.id, id)
    if (Object.keys(set).length > 0) await tx.db.update(webhookEndpoints).set(set).where(own)
    await tx.queue.send(tx, sendWebhooks, { endpointId: id })
    const [row] = await tx.db
      .select({ row: webhookEndpoints, waiting: waitingOf })
      .from(webhookEndpoints)
      .where(own)
    if (!row) throw new Error('the webhook is gone')
    return viewWebhook(row.row, row.waiting)
  })
}

export async function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    await getOwnWebhook(tx, id)
    await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  })
}

function viewWebhook(row: WebhookEndpointRow, waiting: number): WebhookView {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    failing_since: row.failingSince?.toISOString() ?? null,
    next_at: row.state === 'on' && waiting > 0 ? row.nextAt.toISOString() : null,
    waiting,
    old_secret_until: row.oldSecretUntil?.toISOString() ?? null,
  }
}
