import { and, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Page, readPage } from '../../platform/db/read-page.ts'
import { paymentDisputes } from '../payments/index.ts'
import { type Disputed, selectDisputed } from './queries.ts'

/** A page of disputes, newest first. */
export function readDisputes(
  ctx: Ctx,
  want: {
    name: readonly unknown[]
    which: SQL | undefined
    limit: number
    cursor?: string | undefined
  },
): Promise<Page<Disputed & { key: string[] }>> {
  const columns = [paymentDisputes.createdAt, paymentDisputes.id]
  const list = { name: want.name, columns, descending: true }
  const place = { limit: want.limit, cursor: want.cursor, offset: 0 }
  return readPage(ctx.config, list, place, (at) =>
    selectDisputed(ctx, at.key)
      .where(and(want.which, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
}
