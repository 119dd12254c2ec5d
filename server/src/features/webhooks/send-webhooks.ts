import type { IncomingMessage } from 'node:http'
import { plainName } from '@vignette/contract/shop.ts'
import { WEBHOOK } from '@vignette/contract/webhook-words.ts'
import { and, asc, desc, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { DownloadError } from '../../platform/http-client/download-error.ts'
import { openGuarded, type ResolveAll } from '../../platform/http-client/open-guarded.ts'
import { parseRetryAfter } from '../../platform/http-client/parse-retry-after.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { principals } from '../../schema/identity.ts'
import {
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
  webhookDeliveries,
  webhookEndpoints,
} from '../../schema/webhooks.ts'
import { shopOf } from '../../shop.ts'
import { countAttempt } from './metrics.ts'
import { LONGEST_WAIT_MS, restMs, retryAt, signMessage, TRY_MS } from './rules.ts'
import { secretsOf } from './signing-secret.ts'

/** Each run makes one attempt at one endpoint, so that a slow one takes its turns like all others. */
export const sendWebhooks = defineTask({
  name: 'webhooks.send',
  data: z.object({ endpointId: z.uuid() }),
  retryLimit: 0,
  concurrency: 8,
  run: (ctx: Ctx, { endpointId }) => sendNext(ctx, endpointId),
})

type Sending = 'delivered' | 'failed' | 'again' | 'not due'

/** Sends the delivery of an endpoint whose turn it is: what a person asked for, else the oldest that waits. */
export async function sendNext(
  ctx: Ctx,
  endpointId: string,
  resolve?: ResolveAll,
): Promise<Sending> {
  const leased = await leaseNext(ctx, endpointId)
  if (!leased) return 'not due'
  const { endpoint, delivery } = leased
  const secrets = secretsOf(ctx, endpoint)
  const answer =
    secrets.length > 0
      ? await post(ctx, { endpoint, delivery, secrets, resolve })
      : { status: null, error: 'Its secret is not known any more.', tookMs: 0 }
  return recordAnswer(ctx, leased, answer)
}

/** Longer than an attempt takes, so that only a dead process loses its lease. */
const LEASE_SECONDS = 30
/** Endpoints of one account that are under way at once, so that slow ones leave room for others. */
const AT_ONCE = 2

interface Leased {
  endpoint: WebhookEndpointRow
  delivery: WebhookDeliveryRow
}

async function leaseNext(ctx: Ctx, endpointId: string): Promise<Leased | undefined> {
  const { id, state, leasedUntil, nextAt } = webhookEndpoints
  const others = sql`(select count(*) from ${webhookEndpoints} other
    where other.owner_id = webhook_endpoints.owner_id and other.leased_until > now())`
  return inTransaction(ctx, async (tx) => {
    const [endpoint] = await tx.db
      .update(webhookEndpoints)
      .set({
        attempt: sql`${webhookEndpoints.attempt} + 1`,
        leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where(
        and(
          eq(id, endpointId),
          eq(state, 'on'),
          or(isNull(leasedUntil), lt(leasedUntil, sql`now()`)),
          lte(nextAt, tx.clock.now()),
          hasWaiting,
          isOfLivingAccount,
          lt(others, AT_ONCE),
        ),
      )
      .returning()
    if (!endpoint) return undefined
    const [next] = await tx.db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(isWaitingOf(endpointId))
      .orderBy(desc(webhookDeliveries.byHand), asc(webhookDeliveries.seq))
      .limit(1)
    if (!next) return release(tx, endpoint)
    const [delivery] = await tx.db
      .update(webhookDeliveries)
      .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, sentAt: tx.clock.now() })
      .where(eq(webhookDeliveries.id, next.id))
      .returning()
    return delivery ? { endpoint, delivery } : release(tx, endpoint)
  })
}

async function release(tx: TxCtx, endpoint: WebhookEndpointRow): Promise<undefined> {
  const mine = eq(webhookEndpoints.id, endpoint.id)
  await tx.db.update(webhookEndpoints).set({ leasedUntil: null }).where(mine)
}

const hasWaiting = sql`exists (select from ${webhookDeliveries} waits
  where waits.endpoint_id = webhook_endpoints.id and waits.state = 'waiting')`

const isOfLivingAccount = sql`exists (select from ${principals} account
  where account.id = webhook_endpoints.owner_id and account.banned_at is null)`

function isWaitingOf(endpointId: string) {
  return and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'waiting'))
}

const ANSWER_MS = 10_000
const ANSWER_BYTES = 64 * 1024

interface Answered {
  status: number | null
  text?: string
  error?: string
  retryAfterMs?: number | undefined
  tookMs: number
}

interface Post extends Leased {
  secrets: readonly string[]
  resolve: ResolveAll | undefined
}

/** As in `Vignette-Webhooks`. */
const agentName = (shop: string) =>
  plainName(shop).replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

/** Redirects are not followed; of a long answer the first part is read. */
async function post(ctx: Ctx, { endpoint, delivery, secrets, resolve }: Post): Promise<Answered> {
  const { id, body } = delivery
  const now = ctx.clock.now()
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const answer = await openGuarded({
      url: new URL(endpoint.url),
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': `${agentName(shopOf(ctx).name)}-Webhooks`,
        'accept-encoding': 'identity',
        ...signMessage(secrets, { id, at: now, body }),
      },
      ownMachine: ctx.config.loopback,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(resolve ? { resolve } : {}),
    })
    const text = await readFirst(answer)
    return {
      status: answer.statusCode ?? null,
      text,
      retryAfterMs: parseRetryAfter(answer.headers['retry-after'], now, LONGEST_WAIT_MS),
      tookMs: took(),
    }
  } catch (error) {
    return { status: null, error: describeFault(error), tookMs: took() }
  }
}

/** The beginning of an answer, as text that the database takes; what came until the end of the time counts. */
async function readFirst(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= ANSWER_BYTES) break
    }
  } catch {
    // The status has come, and the rest says nothing more.
  }
  answer.destroy()
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8')
  return text.replaceAll('\0', '').slice(0, WEBHOOK.answerMax)
}

const FAULTS: Partial<Record<string, string>> = {
  ENOTFOUND: 'No machine has this name.',
  EAI_AGAIN: 'The name could not be looked up.',
  ECONNREFUSED: 'Nothing takes calls there.',
  ECONNRESET: 'The connection was cut.',
  EHOSTUNREACH: 'The machine cannot be reached.',
  ENETUNREACH: 'The machine cannot be reached.',
  ETIMEDOUT: 'The machine cannot be reached.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not one that everybody trusts.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not one that everybody trusts.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not one that everybody trusts.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
}

function describeFault(error: unknown): string {
  if (error instanceof DownloadError) {
    return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`
  }
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'No answer came within 10 seconds.'
  return FAULTS[code ?? ''] ?? `The call failed${code ? ` (${code})` : ''}.`
}

const GONE = 410

/** Writes what became of an attempt; a process that was overtaken writes nothing. */
async function recordAnswer(
  ctx: Ctx,
  { endpoint, delivery }: Leased,
  answer: Answered,
): Promise<Sending> {
  const { status, text: said = null, error = null, retryAfterMs, tookMs } = answer
  const now = ctx.clock.now()
  const taken = status !== null && status >= 200 && status < 300
  const gone = status === GONE
  const failures = taken ? 0 : endpoint.failures + 1
  const waitMs = taken ? 0 : restMs(failures, retryAfterMs)
  const again =
    taken || gone || delivery.byHand ? undefined : retryAt(delivery.createdAt, now, waitMs)
  const outcome = taken ? 'delivered' : again ? 'again' : 'failed'
  const wrote = await inTransaction(ctx, async (tx) => {
    const [mine] = await tx.db
      .select()
      .from(webhookEndpoints)
      .where(
        and(eq(webhookEndpoints.id, endpoint.id), eq(webhookEndpoints.attempt, endpoint.attempt)),
      )
      .for('no key update')
    if (!mine) return false
    // An owner who meanwhile resumed it or changed its address wants it tried at once.
    const isSame = mine.nextAt.getTime() === endpoint.nextAt.getTime()
    await tx.db
      .update(webhookEndpoints)
      .set({
        leasedUntil: null,
        ...(isSame && {
          failures,
          failingSince: taken ? null : (endpoint.failingSince ?? now),
          nextAt: again ?? new Date(now.getTime() + waitMs),
        }),
        ...(gone && mine.url === endpoint.url && { state: 'gone' }),
      })
      .where(eq(webhookEndpoints.id, endpoint.id))
    await tx.db
      .update(webhookDeliveries)
      .set({
        status,
        answer: said,
        error,
        tookMs,
        ...(outcome !== 'again' && { state: outcome }),
      })
      .where(eq(webhookDeliveries.id, delivery.id))
    if (gone && mine.url === endpoint.url) await endWaiting(tx, isWaitingOf(endpoint.id), IS_GONE)
    if (outcome !== 'again') await dropOld(tx, [endpoint.id])
    await queueDue(tx, eq(webhookEndpoints.ownerId, endpoint.ownerId))
    return true
  })
  if (!wrote) return 'not due'
  countAttempt(outcome)
  if (!taken) {
    const about = { webhookId: endpoint.id, deliveryId: delivery.id, status, reason: error }
    ctx.log.info(about, 'a webhook was not taken')
  }
  return outcome
}

const IS_GONE = 'The address had answered that it is gone.'
const TOO_OLD = `Not taken within ${WEBHOOK.tryDays} days.`
const TOO_MANY = 'Too many later ones waited.'

/** Gives up deliveries that wait; answers the endpoints whose deliveries they are. */
async function endWaiting(tx: TxCtx, which: SQL | undefined, error: string): Promise<string[]> {
  const ended = await tx.db
    .update(webhookDeliveries)
    .set({ state: 'failed', error })
    .where(which)
    .returning({ endpointId: webhookDeliveries.endpointId })
  return [...new Set(ended.map(({ endpointId }) => endpointId))]
}

/** Keeps the last ended deliveries of these endpoints. */
async function dropOld(tx: TxCtx, endpointIds: readonly string[]): Promise<void> {
  await tx.db.execute(sql`
    delete from webhook_deliveries old using (
      select id, row_number() over (partition by endpoint_id order by seq desc) as place
      from webhook_deliveries
      where endpoint_id = any(${sql.param([...endpointIds])}::uuid[]) and state <> 'waiting'
    ) as kept
    where old.id = kept.id and kept.place > ${WEBHOOK.kept}`)
}

/** A retry that is due later than this is left to the sweep. */
const SOON_MS = 60_000

/** Sends the task of each endpoint that has something to send now or soon. */
async function queueDue(tx: TxCtx, which: SQL | undefined): Promise<void> {
  const now = tx.clock.now().getTime()
  const { id, state, leasedUntil, nextAt } = webhookEndpoints
  const due = await tx.db
    .select({ id, nextAt })
    .from(webhookEndpoints)
    .where(
      and(
        which,
        eq(state, 'on'),
        or(isNull(leasedUntil), lt(leasedUntil, sql`now()`)),
        lte(nextAt, new Date(now + SOON_MS)),
        hasWaiting,
        isOfLivingAccount,
      ),
    )
    .orderBy(asc(nextAt))
    .limit(DUE)
  for (const endpoint of due) {
    const delayMs = Math.max(0, endpoint.nextAt.getTime() - now)
    await tx.queue.send(tx, sendWebhooks, { endpointId: endpoint.id }, { delayMs })
  }
}

const DUE = 500
/** What an endpoint that takes nothing may leave waiting. */
const MOST_WAITING = 1_000
const HOUR_MS = 3_600_000

export const sweepWebhooks = defineTask({
  name: 'webhooks.sweep',
  retryLimit: 0,
  cron: '* * * * *',
  run: runSweepWebhooks,
})

/** Sends what is due, also where a sender died; gives up what waited too long, and forgets replaced secrets. */
export async function runSweepWebhooks(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, giveUp)
  await ctx.db
    .update(webhookEndpoints)
    .set({ oldSecret: null, oldSecretUntil: null })
    .where(lte(webhookEndpoints.oldSecretUntil, ctx.clock.now()))
  await inTransaction(ctx, (tx) => queueDue(tx, undefined))
}

async function giveUp(tx: TxCtx): Promise<void> {
  const { state, seq, id, createdAt, byHand } = webhookDeliveries
  const isWaiting = eq(state, 'waiting')
  // The last attempt is at the very end of the days, so that an hour later none is to come.
  const before = new Date(tx.clock.now().getTime() - TRY_MS - HOUR_MS)
  const isOld = and(isWaiting, eq(byHand, false), lt(createdAt, before))
  const old = await endWaiting(tx, isOld, TOO_OLD)
  const beyond = sql`${id} in (
    select id from (
      select id, row_number() over (partition by endpoint_id order by ${seq} desc) as place
      from webhook_deliveries where state = 'waiting'
    ) as waits where place > ${MOST_WAITING})`
  const many = await endWaiting(tx, and(isWaiting, beyond), TOO_MANY)
  if (old.length + many.length > 0) await dropOld(tx, [...old, ...many])
}
