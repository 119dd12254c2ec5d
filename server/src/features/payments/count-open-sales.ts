import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { listOwners } from '../identity/index.ts'
import { currentBook } from './current-book.ts'
import { payments } from './tables.ts'

/** The sales of a person's recipes that may still be captured. */
export async function countOpenSales(ctx: Ctx, creatorId: string): Promise<number> {
  const isOpen = inArray(payments.state, [
    'created',
    'authorized',
    'delivered',
    'capture_requested',
  ])
  const isTheirs = inArray(payments.creatorId, await listOwners(ctx, creatorId))
  return ctx.db.$count(payments, and(isOpen, isTheirs, eq(payments.book, currentBook(ctx))))
}
