import type { listWaitlist as route } from '@vignette/contract/console.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { waitlistEntries } from '../../schema/identity.ts'
import {
  forgetWaiting as forget,
  inviteFromWaitlist as invite,
  requireStaff,
} from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'

export async function listWaitlist(
  ctx: Ctx,
  place: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listWaitlist')
  const columns = [waitlistEntries.createdAt, waitlistEntries.id]
  const list = { name: ['waitlist'], columns, descending: false }
  const { rows, next_cursor } = await readPage(ctx.config, list, { offset: 0, ...place }, (at) =>
    ctx.db
      .select({ row: waitlistEntries, key: at.key })
      .from(waitlistEntries)
      .where(at.after)
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    waiting: rows.map(({ row }) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      created_at: row.createdAt.toISOString(),
      invited_at: row.invitedAt?.toISOString() ?? null,
    })),
    total: await ctx.db.$count(waitlistEntries),
    next_cursor,
  }
}

/** The letter goes first, since a mail server is not asked within a transaction. */
export async function inviteFromWaitlist(ctx: Ctx, id: string, again: boolean): Promise<void> {
  const actorId = requireStaff(ctx, 'inviteFromWaitlist')
  const [entry] = await ctx.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))
  if (!entry) throw noEntry()
  if (entry.invitedAt && !again) throw new AppError('conflict', 'This person is invited already.')
  await invite(ctx, entry)
  await inTransaction(ctx, (tx) =>
    writeAudit(tx, { actorId, action: 'invite', subjectType: 'waitlist', subjectId: id }),
  )
}

export async function forgetWaiting(ctx: Ctx, id: string): Promise<void> {
  const actorId = requireStaff(ctx, 'forgetWaiting')
  await inTransaction(ctx, async (tx) => {
    if (!(await forget(tx, id))) throw noEntry()
    await writeAudit(tx, { actorId, action: 'forget', subjectType: 'waitlist', subjectId: id })
  })
}

function noEntry(): AppError {
  return new AppError('not_found', 'This address is not on the waitlist.')
}
