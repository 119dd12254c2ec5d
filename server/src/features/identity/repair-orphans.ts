import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { lockActing } from './caller.ts'
import { identityEvents } from './events.ts'
import { findOrphans } from './owned-rows.ts'

export const sweepOrphans = defineTask({
  name: 'identity.sweep-stranded',
  retryLimit: 2,
  cron: '51 4 * * *',
  run: runSweepOrphans,
})

interface FoundOrphan {
  principalId: string
  /** The outcome: the work was moved to the account, ended, or could not be repaired. */
  outcome: string
  repaired: boolean
}

/** Repairs work that an earlier release left with a claimed visitor, or with a deleted or banned account. */
export async function repairOrphans(ctx: Ctx): Promise<FoundOrphan[]> {
  const orphans: FoundOrphan[] = []
  for (const principalId of await findOrphans(ctx)) {
    // One that cannot be repaired holds up no other one, nor what else its caller compares.
    try {
      orphans.push({ principalId, outcome: await repair(ctx, principalId), repaired: true })
      ctx.log.warn({ principalId }, 'orphaned work was repaired')
    } catch (err) {
      orphans.push({ principalId, outcome: 'could not be repaired', repaired: false })
      ctx.log.error({ err, principalId }, 'orphaned work could not be repaired')
    }
  }
  return orphans
}

/** Sends the event again that the work missed. */
async function repair(ctx: Ctx, id: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const acting = await lockActing(tx, id, 'no key update')
    if (!acting) throw new Error('the owner of orphaned work is gone')
    const principalId = acting.id
    if (principalId !== id) {
      await identityEvents.visitorClaimed.emit(tx, { from: id, to: principalId })
    }
    if (acting.deletedAt) {
      await identityEvents.accountDeleted.emit(tx, { principalId })
      return 'ended, since the account was deleted'
    }
    if (acting.bannedAt) {
      await identityEvents.principalBanned.emit(tx, {
        principalId,
        banned: true,
        at: acting.bannedAt,
      })
      return 'ended, since the account is banned'
    }
    return `moved to the account ${principalId}`
  })
}

async function runSweepOrphans(ctx: Ctx): Promise<void> {
  await repairOrphans(ctx)
}
