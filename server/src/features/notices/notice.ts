import type { MediaView } from '@vignette/contract/entities.ts'
import type { NoticeView } from '@vignette/contract/notices.ts'
import { and, eq, getTableColumns, isNull, lt, lte, notInArray, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { letterAddresses, type NoticeRow, notices } from '../../schema/notices.ts'
import { owned } from '../../schema/owned.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import type { Kind } from './kind.ts'
import {
  LETTER_ONLY_KINDS,
  NOTICE_KINDS,
  type NoticeKind,
  OUTLIVING_KINDS,
} from './notice-kinds.ts'
import { noticePorts } from './ports.ts'

// The letters of a notice go with the notice, sent or not.
owned(notices, {
  owner: 'ownerId',
  locks: 'notices',
  claim: 'move',
  deleted: { delete: notInArray(notices.kind, OUTLIVING_KINDS) },
  export: {
    file: 'notices.json',
    order: notices.id,
    view: ({ id, kind, facts, createdAt, readAt }) => ({
      id,
      kind,
      facts,
      created_at: createdAt,
      read_at: readAt,
    }),
  },
})

export async function listNotices(
  ctx: Ctx,
  place: Place,
): Promise<{ notices: NoticeView[]; next_cursor: string | null }> {
  const reader = requireVisitor(ctx)
  const list = { name: ['notices', reader.id], columns: [notices.id], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, place, (at) =>
    ctx.db
      .select({ ...getTableColumns(notices), key: at.key })
      .from(notices)
      .where(
        and(eq(notices.ownerId, reader.id), notInArray(notices.kind, LETTER_ONLY_KINDS), at.after),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const creationIds = rows.flatMap(({ facts }) =>
    typeof facts.creationId === 'string' ? [facts.creationId] : [],
  )
  const own = creationIds.length
    ? await noticePorts.ownPictures.ask(ctx, { creationIds, ownerId: reader.id })
    : new Map()
  return {
    notices: rows.map((row) => viewNotice(row, own.get(String(row.facts.creationId)))),
    next_cursor,
  }
}

/** Marks the caller's notices up to the given notice as read. */
export async function readNotices(ctx: Ctx, { until }: { until: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    await tx.db
      .update(notices)
      .set({ readAt: tx.clock.now() })
      .where(and(eq(notices.ownerId, owner.id), isNull(notices.readAt), lte(notices.id, until)))
  })
}

const OF_PROOFS: readonly string[] = ['proof_ready', 'proof_ending'] satisfies NoticeKind[]

export function viewNotice(
  row: NoticeRow,
  about?: { media: MediaView | null; waits: boolean },
): NoticeView {
  const kind: Kind = NOTICE_KINDS[row.kind as NoticeKind]
  return {
    id: row.id,
    kind: row.kind,
    title: kind.title(row.facts),
    body: kind.body(row.facts),
    link: kind.link(row.facts),
    picture: about?.media ?? null,
    over: OF_PROOFS.includes(row.kind) && !about?.waits,
    read: row.readAt !== null,
    created_at: row.createdAt.toISOString(),
  }
}

const NOTICE_HOURS = 180 * 24
/** A refund or a dispute may still bring a letter for this long. */
const LEFT_ADDRESS_HOURS = 180 * 24

export const sweepNotices = defineTask({
  name: 'notices.sweep-notices',
  retryLimit: 2,
  cron: '23 4 * * *',
  run: runSweepNotices,
})

/** Deletes old notices with their letters, and addresses that visitors left long ago. */
export async function runSweepNotices(ctx: Ctx): Promise<void> {
  await ctx.db.delete(notices).where(lt(notices.createdAt, hoursAgo(ctx, NOTICE_HOURS)))
  await ctx.db
    .delete(letterAddresses)
    .where(lt(letterAddresses.createdAt, hoursAgo(ctx, LEFT_ADDRESS_HOURS)))
}

/** Takes a creator's letter out of the feeds; letters of it that did not go out yet go with the notices. */
export async function withdrawLetter(ctx: Pick<Ctx, 'db'>, letterId: string): Promise<void> {
  await ctx.db
    .delete(notices)
    .where(
      and(eq(notices.kind, 'creator_letter'), eq(sql`${notices.facts}->>'letterId'`, letterId)),
    )
}
