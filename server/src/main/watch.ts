import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import type { Ctx } from '../ctx.ts'
import type { Runner } from '../feature.ts'
import { signMessage } from '../features/webhooks/index.ts'
import { composeLetter } from '../platform/compose-letter.ts'
import { defineLock } from '../platform/db/lock.ts'
import { withOwnConnection } from '../platform/db/open-database.ts'
import { openGuarded } from '../platform/http-client/open-guarded.ts'
import { type AlertRule, judge, metricsOf, readAlertRules, type Sample } from './alert-rules.ts'
import { collectShared } from './serve-metrics.ts'
import { alerts } from './tables.ts'

const watching = defineLock(8_402_196)
const EACH_MS = 60_000
const ANSWER_MS = 10_000

type AlertRow = typeof alerts.$inferSelect
type Told = AlertRow['mailTold']

/** Judges the alerts once a minute, in one worker of all, and tells of what begins and what ends. */
export function startWatch(ctx: Ctx): Runner {
  const watch = openWatch(ctx)
  let busy: Promise<unknown> | undefined
  const look = () => {
    busy ??= watch()
      .catch((err: unknown) => ctx.log.warn({ err }, 'the alerts were not judged'))
      .finally(() => {
        busy = undefined
      })
  }
  const timer = setInterval(look, EACH_MS)
  return {
    async stop() {
      clearInterval(timer)
      await busy
    },
  }
}

/** The rules that this process can judge: those of figures that each process reads alike. */
export function listJudged(registry: Registry): AlertRule[] {
  const known = (metric: string) => registry.getSingleMetric(metric) !== undefined
  return readAlertRules().filter((rule) => rule.conditions && metricsOf(rule).every(known))
}

/** One look; the lock ends with a killed process. */
export function openWatch(ctx: Ctx): () => Promise<void> {
  const registry = new Registry()
  collectShared(ctx, registry)
  const rules = listJudged(registry)
  return async () => {
    if (!mayMail(ctx) && !ctx.config.ALERT_WEBHOOK_URL) return
    await withOwnConnection(ctx.db, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(
        'select pg_try_advisory_lock($1) as free',
        [watching.number],
      )
      if (!rows[0]?.free) return
      for (const rule of rules) await note(ctx, rule, registry)
      await tellAll(ctx, rules)
    })
  }
}

/** Writes what began and what ended; a figure that cannot be read now changes nothing. */
async function note(ctx: Ctx, rule: AlertRule, registry: Registry): Promise<void> {
  const samples = new Map<string, readonly Sample[]>()
  for (const metric of metricsOf(rule)) {
    const read = await registry.getSingleMetric(metric)?.get()
    samples.set(metric, read?.values ?? [])
  }
  const now = ctx.clock.now()
  const found = judge(rule, (metric) => samples.get(metric) ?? [])
  const rows = await ctx.db.select().from(alerts).where(eq(alerts.name, rule.name))
  for (const [subject, { value, summary }] of found) {
    await ctx.db
      .insert(alerts)
      .values({ name: rule.name, subject, summary, value, since: now })
      .onConflictDoUpdate({
        target: [alerts.name, alerts.subject],
        set: { value, summary, endedAt: null },
      })
  }
  for (const row of rows) {
    if (found.has(row.subject) || row.endedAt) continue
    await ctx.db.update(alerts).set({ endedAt: now }).where(isRow(row))
  }
}

const isRow = ({ name, subject }: Pick<AlertRow, 'name' | 'subject'>) =>
  and(eq(alerts.name, name), eq(alerts.subject, subject))

/** Each way is told once of the beginning and once of the end; what did not go out is tried a minute later. */
async function tellAll(ctx: Ctx, rules: readonly AlertRule[]): Promise<void> {
  const now = ctx.clock.now().getTime()
  for (const row of await ctx.db.select().from(alerts)) {
    const rule = rules.find(({ name }) => name === row.name)
    if (rule && !row.endedAt && now - row.since.getTime() < rule.forMs) continue
    const mailTold = await tell(row, row.mailTold, (news) => sendMail(ctx, row, news))
    const hookTold = await tell(row, row.hookTold, (news) => callHook(ctx, rule, row, news))
    if (row.endedAt && mailTold !== 'began' && hookTold !== 'began') {
      await ctx.db.delete(alerts).where(isRow(row))
    } else if (mailTold !== row.mailTold || hookTold !== row.hookTold) {
      await ctx.db.update(alerts).set({ mailTold, hookTold }).where(isRow(row))
    }
  }

  async function tell(
    { endedAt, name }: AlertRow,
    told: Told,
    send: (news: 'began' | 'ended') => Promise<void>,
  ): Promise<Told> {
    const news = endedAt ? 'ended' : 'began'
    // An alert without a letter ends in silence.
    if (told === news || (news === 'ended' && told === null)) return told
    try {
      await send(news)
      return news
    } catch (err) {
      ctx.log.warn({ err, alert: name }, 'an alert did not go out')
      return told
    }
  }
}

const recipientsOf = ({ config }: Ctx) =>
  config.ALERT_EMAILS.length > 0 ? config.ALERT_EMAILS : config.ADMIN_EMAILS

const mayMail = (ctx: Ctx) => ctx.mailer !== undefined && recipientsOf(ctx).length > 0

async function sendMail(ctx: Ctx, row: AlertRow, news: 'began' | 'ended'): Promise<void> {
  const { mailer, config, origin } = ctx
  if (!mailer) return
  const subject = `${news === 'ended' ? 'Ended' : 'Alert'}: ${row.summary}`
  const since = row.since.toISOString().slice(0, 16).replace('T', ' ')
  for (const to of recipientsOf(ctx)) {
    await mailer.send({
      messageId: `<${idOf(row, `${news} ${to}`)}@${new URL(origin).hostname}>`,
      to,
      subject,
      ...composeLetter({
        from: config.OPERATOR_NAME,
        subject,
        paragraphs: [
          news === 'ended'
            ? `It began at ${since} (UTC) and is over.`
            : `It began at ${since} (UTC). You are told once more when it is over, and not in between.`,
        ],
        details: [`${row.name}${row.subject && ` ${row.subject}`}: ${row.value}`],
        button: { label: 'Open the console', address: `${origin}/admin` },
        why: `You receive this because you look after ${config.OPERATOR_NAME} (ALERT_EMAILS, else ADMIN_EMAILS).`,
      }),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

/** The same for each try, so that its receiver knows a repetition. */
const idOf = ({ name, subject, since }: AlertRow, more: string) =>
  `alert-${createHash('sha256').update(`${name}\0${subject}\0${since.toISOString()}\0${more}`).digest('hex').slice(0, 32)}`

async function callHook(
  ctx: Ctx,
  rule: AlertRule | undefined,
  row: AlertRow,
  news: 'began' | 'ended',
): Promise<void> {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret, loopback } = ctx.config
  if (!url || !secret) return
  const { name, subject, summary, value, since, endedAt } = row
  const at = ctx.clock.now()
  const body = JSON.stringify({
    type: `alert.${news}`,
    timestamp: at.toISOString(),
    data: {
      name,
      subject,
      severity: rule?.severity ?? 'warn',
      summary,
      value,
      since: since.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    },
  })
  const answer = await openGuarded({
    url: new URL(url),
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...signMessage([secret], { id: idOf(row, news), at, body }),
    },
    ownMachine: loopback,
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  answer.destroy()
  const { statusCode = 0 } = answer
  if (statusCode < 200 || statusCode > 299) throw new Error(`the webhook answered ${statusCode}`)
}
