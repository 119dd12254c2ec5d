import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gte, inArray, isNull, lt } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { type NoticeRow, notices } from '../../schema/notices.ts'
import { lockActing } from '../identity/index.ts'
import { viewNotice } from './notice.ts'
import { GATHERED_KINDS } from './notice-kinds.ts'
import { notify } from './notify.ts'

export const sendDigests = defineTask({
  name: 'notices.send-digests',
  retryLimit: 3,
  cron: '0 7 * * *',
  run: runSendDigests,
})

const DAY_MS = 24 * 3_600_000
/** A worker that was away for longer leaves older news to the feed. */
const MOST_DAYS = 3
const LINES = 10

/** Writes one letter a day to each account with gathered notices, up to midnight, that are not read. */
export async function runSendDigests(ctx: Ctx): Promise<void> {
  const until = new Date(ctx.clock.now())
  until.setUTCHours(0, 0, 0, 0)
  const since = new Date(until.getTime() - MOST_DAYS * DAY_MS)
  const owners = ctx.db
    .selectDistinct({ id: notices.ownerId })
    .from(notices)
    .where(isNews(since, until))
    .orderBy(asc(notices.ownerId))
  await sweepEach(ctx, owners, ({ id }) => sendDigest(ctx, id, since, until))
}

const isNews = (since: Date, until: Date) =>
  and(
    inArray(notices.kind, GATHERED_KINDS),
    isNull(notices.readAt),
    gte(notices.createdAt, since),
    lt(notices.createdAt, until),
  )

async function sendDigest(ctx: Ctx, ownerId: string, since: Date, until: Date): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const owner = await lockActing(tx, ownerId, 'share')
    if (!owner) return
    const last = await findLastDigest(tx, ownerId)
    const from = last && last > since ? last : since
    const rows = await tx.db
      .select()
      .from(notices)
      .where(and(eq(notices.ownerId, ownerId), isNews(from, until)))
      .orderBy(asc(notices.id))
    if (rows.length === 0) return
    await notify(tx, {
      to: owner.id,
      kind: 'digest',
      subjectId: idOf(ownerId, until),
      facts: {
        count: rows.length,
        share: rows.reduce((sum, { facts }) => sum + Number(facts['share'] ?? 0), 0),
        list: describe(rows).join('\n'),
        until: until.toISOString(),
      },
    })
  })
}

/** The end of the time that the owner's last digest covered. */
async function findLastDigest(tx: TxCtx, ownerId: string): Promise<Date | undefined> {
  const [row] = await tx.db
    .select({ facts: notices.facts })
    .from(notices)
    .where(and(eq(notices.ownerId, ownerId), eq(notices.kind, 'digest')))
    .orderBy(desc(notices.id))
    .limit(1)
  return row && new Date(String(row.facts['until']))
}

/** Notices with the same title become one line. */
function describe(rows: readonly NoticeRow[]): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const { title } = viewNotice(row)
    counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  const lines = [...counts].map(([title, count]) =>
    count === 1 ? `${title}.` : `${title}, ${count} times.`,
  )
  const more = lines.length - LINES
  return more > 0 ? [...lines.slice(0, LINES), `And ${more} more.`] : lines
}

/** The same id for the same day, so that ten runs of the task write one letter. */
function idOf(ownerId: string, until: Date): string {
  const hash = createHash('sha256').update(`digest ${ownerId} ${until.toISOString()}`)
  return hash
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
