import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { waitlistEntries } from './tables.ts'

const ADDRESS = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** A second join succeeds without a change, so that the answer does not reveal the members of the list. */
export async function joinWaitlist(
  ctx: Ctx,
  entry: { email: string; name?: string | undefined },
): Promise<void> {
  const email = entry.email.trim().toLowerCase()
  if (!ADDRESS.test(email)) {
    throw new AppError('validation_failed', 'Please enter a valid email address.', {
      details: [{ path: 'email', message: 'Please enter a valid email address.' }],
    })
  }
  await ctx.db
    .insert(waitlistEntries)
    .values({ id: newId(), email, name: entry.name?.trim() || null, createdAt: ctx.clock.now() })
    .onConflictDoNothing()
}
