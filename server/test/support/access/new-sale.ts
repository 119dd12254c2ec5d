import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { signReceipt } from '../../../src/features/notices/letter-link.ts'
import { payments } from '../../../src/schema/payments.ts'
import { publish } from '../acts.ts'
import { sell } from '../money/sell-disputed.ts'
import { wish } from './row.ts'
import type { World } from './world.ts'

export async function newSaleOfOwner(world: World, card?: string) {
  const { cast, app } = world
  const { id } = await publish(cast.browsers.owner, { price: 300 })
  return sell(app, id, card)
}

/** A delivered and captured run, by the id of its payment. */
export async function newPurchase(world: World): Promise<string> {
  const { app, cast } = world
  const { payment, session } = await world.newAuthorisation()
  const [row] = await app.ctx.db.select().from(payments).where(eq(payments.id, payment))
  await cast.browsers.owner.json(`/workflows/${row?.workflowId}/creations`, {
    body: { ...wish, async: false, session_id: session },
  })
  await expect
    .poll(async () => {
      const [now] = await app.ctx.db.select().from(payments).where(eq(payments.id, payment))
      return now?.state
    })
    .toBe('captured')
  return payment
}

export function newReceiptToken({ app, cast }: World, paymentId: string): string {
  return signReceipt(app.ctx, { paymentId, buyerId: cast.ids.owner }, app.ctx.clock.now())
}
