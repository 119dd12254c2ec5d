import { and, asc, gt, gte } from 'drizzle-orm'
import type { GatewayPayment } from '../spec.ts'
import { bySession, changeCheckout, type Desk } from './change-checkout.ts'
import { sandboxCheckouts } from './tables.ts'
import { viewCheckout } from './view-checkout.ts'

export async function* listCheckouts(desk: Desk, since: Date): AsyncGenerator<GatewayPayment> {
  let after = ''
  for (;;) {
    const page = await desk.db
      .select()
      .from(sandboxCheckouts)
      .where(and(gte(sandboxCheckouts.createdAt, since), gt(sandboxCheckouts.id, after)))
      .orderBy(asc(sandboxCheckouts.id))
      .limit(100)
    for (const { id } of page) yield await changeCheckout(desk, bySession(id), viewCheckout)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}
