import { and, desc, eq, gt } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { derivedId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { notices } from '../../schema/notices.ts'
import { listStaff } from '../identity/index.ts'
import type { FactsOf } from './notice-kinds.ts'
import { notify } from './notify.ts'
import { noticePorts } from './ports.ts'

export const notifyOperatorsTask = defineTask({
  name: 'notices.notify-operators',
  retryLimit: 0,
  cron: '* * * * *',
  run: notifyOperators,
})

const telling = defineLock(8_402_191)
const LETTER_HOURS = 1

/** Whose work each thing is; an admin's is all of it. */
const ROLE_FOR = {
  claims: 'moderator',
  reports: 'moderator',
  objections: 'moderator',
  cases: 'finance',
} as const

/**
 * Tells each of the operator's people of what newly waits for their role, once for each thing: in the
 * feed, and by a letter with all that waits, at most once an hour. What comes in between stands in the
 * next letter if it still waits.
 */
export async function notifyOperators(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockFor(tx, telling)
    for (const [to, facts] of await readFacts(tx)) {
      await notifyOne(tx, to, 'waiting', facts)
      const recent = and(
        isTold(to, 'waiting_letter'),
        gt(notices.createdAt, hoursAgo(tx, LETTER_HOURS)),
      )
      if ((await tx.db.$count(notices, recent)) === 0) {
        await notifyOne(tx, to, 'waiting_letter', facts)
      }
    }
  })
}

type WaitingKind = 'waiting' | 'waiting_letter'

const NOTHING = { claims: 0, reports: 0, objections: 0, cases: 0 }

/** What waits, by person; a person for whom nothing waits is left out. */
async function readFacts(tx: TxCtx): Promise<Map<string, FactsOf<WaitingKind>>> {
  const all = new Map<string, FactsOf<WaitingKind>>()
  for await (const answer of noticePorts.waiting.askEach(tx, { at: tx.clock.now() })) {
    for (const { what, count, newest } of answer) {
      // The same form of all, so that the later time is the greater text.
      const time = newest.toISOString()
      for (const to of await listStaff(tx, ROLE_FOR[what])) {
        const facts = all.get(to) ?? { ...NOTHING, newest: '' }
        all.set(to, { ...facts, [what]: count, newest: time > facts.newest ? time : facts.newest })
      }
    }
  }
  return all
}

const isTold = (to: string, kind: WaitingKind) =>
  and(eq(notices.ownerId, to), eq(notices.kind, kind))

/** Says nothing where the last notice of this kind knew of all that waits. */
async function notifyOne(
  tx: TxCtx,
  to: string,
  kind: WaitingKind,
  facts: FactsOf<WaitingKind>,
): Promise<void> {
  const [last] = await tx.db
    .select({ facts: notices.facts })
    .from(notices)
    .where(isTold(to, kind))
    .orderBy(desc(notices.id))
    .limit(1)
  if (last && String(last.facts['newest']) >= facts.newest) return
  await notify(tx, { to, kind, subjectId: derivedId(kind, to, facts.newest), facts })
}
