import { and, eq, inArray, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { listOwners } from '../identity/index.ts'
import { currentBook } from './current-book.ts'
import { payments } from './tables.ts'

/** The sales that may still be captured and then pay a person, as creator or as referrer. */
export async function countOpenSales(ctx: Ctx, creatorId: string): Promise<number> {
  const isOpen = inArray(payments.state, [
    'created',
    'authorized',
    'delivered',
    'capture_requested',
  ])
  const owners = await listOwners(ctx, creatorId)
  const isTheirs = or(inArray(payments.creatorId, owners), inArray(payments.referrerId, owners))
  return ctx.db.$count(payments, and(isOpen, isTheirs, eq(payments.book, currentBook(ctx))))
}
