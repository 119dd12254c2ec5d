import type { listDisputes as route } from '@vignette/contract/disputes.ts'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { currentBook, payments } from '../payments/index.ts'
import { listWarnings } from './list-warnings.ts'
import { isSaleOf } from './queries.ts'
import { readDisputes } from './read-disputes.ts'
import { viewDispute } from './view-dispute.ts'

export async function listDisputes(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<z.input<(typeof route)['answer']>> {
  const caller = requireVisitor(ctx)
  const mine = and(await isSaleOf(ctx, caller), eq(payments.book, currentBook(ctx)))
  const name = ['disputes', caller.id]
  const { rows, next_cursor } = await readDisputes(ctx, { ...input, name, which: mine })
  return {
    disputes: rows.map((row) => viewDispute(ctx, row)),
    warnings: await listWarnings(ctx, mine),
    next_cursor,
  }
}
