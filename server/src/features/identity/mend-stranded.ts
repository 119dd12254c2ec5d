import { eq, isNotNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { identityEvents } from './events.ts'
import { lockActing } from './lock-caller.ts'
import { identityPorts } from './ports.ts'
import { principals } from './tables.ts'

export const sweepStranded = defineTask({
  name: 'identity.sweep-stranded',
  retryLimit: 2,
  cron: '51 4 * * *',
  run: runSweepStranded,
})

const AT_ONCE = 500

export const isDeleted = isNotNull(principals.deletedAt)
export const isGone = or(isDeleted, isNotNull(principals.bannedAt))

/** Owners in `table` who were claimed, or for whom `left` holds, as for what a deletion should have ended. */
export async function findStrandedIn(
  ctx: Pick<Ctx, 'db'>,
  table: PgTable,
  { owner, left }: { owner: PgColumn; left: SQL | undefined },
): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: principals.id })
    .from(principals)
    .innerJoin(table, eq(owner, principals.id))
    .where(or(isNotNull(principals.claimedBy), left))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

export interface Mended {
  principalId: string
  /** What became of the work: it went to the account, or was ended. */
  outcome: string
}

/** Work that an earlier version left with a claimed visitor, a deleted account or a banned one. */
export async function mendStranded(ctx: Ctx): Promise<Mended[]> {
  const found = new Set<string>()
  for await (const ids of identityPorts.strandedOwners.askEach(ctx, undefined)) {
    for (const id of ids) found.add(id)
  }
  const mended: Mended[] = []
  for (const id of found) {
    mended.push({ principalId: id, outcome: await mend(ctx, id) })
    ctx.log.warn({ principalId: id }, 'stranded work was mended')
  }
  return mended
}

/** Tells the news again that the work missed. */
async function mend(ctx: Ctx, id: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const acting = await lockActing(tx, id, 'no key update')
    if (!acting) throw new Error('a stranded owner is gone')
    const principalId = acting.id
    if (principalId !== id) {
      await identityEvents.visitorClaimed.tell(tx, { from: id, to: principalId })
    }
    if (acting.deletedAt) {
      await identityEvents.accountDeleted.tell(tx, { principalId })
      return 'ended, since the account was deleted'
    }
    if (acting.bannedAt) {
      await identityEvents.principalBanned.tell(tx, {
        principalId,
        banned: true,
        at: acting.bannedAt,
      })
      return 'ended, since the account is banned'
    }
    return `moved to the account ${principalId}`
  })
}

async function runSweepStranded(ctx: Ctx): Promise<void> {
  await mendStranded(ctx)
}
