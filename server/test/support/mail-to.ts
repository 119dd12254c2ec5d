import { and, desc, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { runSweepLetters } from '../../src/features/notices/send-letter.ts'
import { inboxLetters } from '../../src/providers/mail/inbox/tables.ts'
import { letters } from '../../src/schema/notices.ts'
import type { TestApp } from './start-test-app.ts'

/** The letters in the mail of an address, the newest first, once none to it is on its way. */
export async function mailTo({ ctx }: Pick<TestApp, 'ctx'>, address: string) {
  const onItsWay = and(eq(letters.address, address), inArray(letters.state, ['queued', 'sending']))
  await expect
    .poll(async () => {
      // The worker may be sending the letter just now.
      await runSweepLetters(ctx)
      return ctx.db.$count(letters, onItsWay)
    })
    .toBe(0)
  return ctx.db
    .select()
    .from(inboxLetters)
    .where(eq(inboxLetters.address, address))
    .orderBy(desc(inboxLetters.id))
}
