import { and, asc, gt, gte } from 'drizzle-orm'
import { readInPages } from '../../../platform/db/read-in-pages.ts'
import type { GatewayPayment } from '../spec.ts'
import { bySession, changeCheckout, type Desk } from './change-checkout.ts'
import { sandboxCheckouts } from './tables.ts'
import { viewCheckout } from './view-checkout.ts'

export async function* listCheckouts(desk: Desk, since: Date): AsyncGenerator<GatewayPayment> {
  const rows = readInPages((after) =>
    desk.db
      .select()
      .from(sandboxCheckouts)
      .where(and(gte(sandboxCheckouts.createdAt, since), gt(sandboxCheckouts.id, after)))
      .orderBy(asc(sandboxCheckouts.id))
      .limit(100),
  )
  for await (const { id } of rows) yield await changeCheckout(desk, bySession(id), viewCheckout)
}
