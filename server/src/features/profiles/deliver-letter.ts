import { and, asc, eq, gt, isNotNull, lte, max, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { derivedId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import {
  type CreatorLetterRow,
  creatorLetters,
  follows,
  letterConsents,
} from '../../schema/profiles.ts'
import { findPrincipals, lockActing } from '../identity/index.ts'
import { tell, withdrawLetter } from '../notices/index.ts'

const AT_ONCE = 100

export const deliverLetter = defineTask({
  name: 'profiles.deliver-letter',
  data: z.object({ letterId: z.uuid() }),
  retryLimit: 5,
  run: runDeliverLetter,
})

/** Tells each reader of a letter once, however often the task is retried. */
async function runDeliverLetter(
  ctx: Ctx,
  { letterId }: { letterId: string },
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    const next = await deliverSome(ctx, letterId, last)
    if (next === undefined) return
    last = next
  }
  throw new Error('the worker stopped before all readers were told')
}

/** Tells some readers; answers the last of them, or undefined where none is left. */
export function deliverSome(
  ctx: Ctx,
  letterId: string,
  after?: string,
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const [sent] = await tx.db.select().from(creatorLetters).where(eq(creatorLetters.id, letterId))
    if (!sent || sent.endedAt) return undefined
    const rows = await listReaders(tx, sent, after)
    // People first, in the order of their ids, and the letter after them: an account's deletion locks
    // in this order too.
    const people = []
    for (const { id, address } of rows) {
      const reader = await lockActing(tx, id, 'share')
      if (reader && !reader.deletedAt && !reader.bannedAt) people.push({ reader, address })
    }
    const [letter] = await tx.db
      .select()
      .from(creatorLetters)
      .where(eq(creatorLetters.id, letterId))
      .for('no key update')
    if (!letter || letter.endedAt) return undefined
    const creator = (await findPrincipals(tx, [letter.ownerId])).get(letter.ownerId)
    if (!creator || creator.banned || creator.deleted) return end(tx, letter, 0)
    let told = 0
    for (const { reader, address } of people) {
      const own = reader.kind === 'user' && reader.emailVerified ? reader.email : address
      const isTold = await tell(tx, {
        to: reader.id,
        kind: 'creator_letter',
        // One person may be an account here and a guest there, with one address.
        subjectId: derivedId('creator letter', letter.id, own?.toLowerCase() ?? reader.id),
        facts: {
          handle: creator.handle,
          subject: letter.subject,
          letterId: letter.id,
          creatorId: letter.ownerId,
        },
        from: letter.ownerId,
        wished: address === null ? null : { address, confirmed: true },
      })
      if (isTold) told += 1
    }
    if (rows.length < AT_ONCE) return end(tx, letter, told)
    await count(tx, letter, told)
    return rows.at(-1)?.id
  })
}

/** Followers, and buyers who asked, at the time of the letter; `address` is a visitor's. */
function listReaders({ db }: TxCtx, letter: CreatorLetterRow, after: string | undefined) {
  const followers = db
    .select({ id: follows.followerId, address: sql<string | null>`null::text`.as('address') })
    .from(follows)
    .where(
      and(
        eq(follows.followedId, letter.ownerId),
        lte(follows.createdAt, letter.createdAt),
        after ? gt(follows.followerId, after) : undefined,
      ),
    )
    .orderBy(asc(follows.followerId))
    .limit(AT_ONCE)
  const asking = db
    .select({ id: letterConsents.readerId, address: letterConsents.address })
    .from(letterConsents)
    .where(
      and(
        eq(letterConsents.creatorId, letter.ownerId),
        isNotNull(letterConsents.confirmedAt),
        lte(letterConsents.createdAt, letter.createdAt),
        after ? gt(letterConsents.readerId, after) : undefined,
      ),
    )
    .orderBy(asc(letterConsents.readerId))
    .limit(AT_ONCE)
  const readers = unionAll(followers, asking).as('readers')
  return db
    .select({ id: readers.id, address: max(readers.address) })
    .from(readers)
    .groupBy(readers.id)
    .orderBy(asc(readers.id))
    .limit(AT_ONCE)
}

async function count(tx: TxCtx, { id, told }: CreatorLetterRow, more: number): Promise<void> {
  await tx.db
    .update(creatorLetters)
    .set({ told: told + more })
    .where(eq(creatorLetters.id, id))
}

async function end(tx: TxCtx, letter: CreatorLetterRow, more: number): Promise<undefined> {
  await tx.db
    .update(creatorLetters)
    .set({ told: letter.told + more, endedAt: tx.clock.now() })
    .where(eq(creatorLetters.id, letter.id))
}

/** After the hiding was committed: a part of the delivery that went before has told its readers by then. */
export const withdrawHidden = defineTask({
  name: 'profiles.withdraw-letter',
  data: z.object({ letterId: z.uuid() }),
  retryLimit: 5,
  run: (ctx: Ctx, { letterId }) => withdrawLetter(ctx, letterId),
})
