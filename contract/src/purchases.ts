import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { mediaView } from './entities.ts'
import { PAGE } from './limits.ts'
import { cursor, limit, nextCursor } from './paging.ts'
import { receiptView } from './payments.ts'

const places = {
  /** The creation that was paid for, or whose proof waits; null once the buyer has it no longer. */
  creation_id: z.string().nullable(),
  /** Of a set: how many files it has. */
  file_count: z.number().int().optional(),
  /** The batch whose rows it pays for. */
  batch_id: z.string().optional(),
}

/** One authorised payment as its buyer finds it in a list. */
const purchaseView = receiptView
  .pick({
    id: true,
    state: true,
    amount: true,
    workflow_id: true,
    workflow_name: true,
    rows: true,
    created_at: true,
    captured_at: true,
    ended_at: true,
    refunded: true,
    disputed: true,
    lost: true,
    next: true,
    test_mode: true,
  })
  .extend({
    ...places,
    /** The creation, or else the recipe's sample. */
    media: mediaView.nullable(),
  })
export type PurchaseView = z.infer<typeof purchaseView>

export const listPurchases = defineRoute('listPurchases', {
  summary: 'What the caller authorised: kept, refunded, waiting or not charged, newest first',
  access: 'visitor',
  scope: 'run',
  query: z.object({ limit: limit(PAGE.creations), cursor }),
  answer: z.object({ purchases: z.array(purchaseView), next_cursor: nextCursor }),
  errors: ['validation_failed'],
})

export const getPurchase = defineRoute('getPurchase', {
  summary: 'The receipt of one payment of the caller, charged or not',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  answer: z.object({
    receipt: receiptView,
    ...places,
    /** The creation, of a proof the marked one; null once the buyer has it no longer. */
    media: mediaView.nullable(),
    /** Opens receipt and creation in any browser for 180 days; for a visitor without an account. */
    link: z.string().nullable(),
  }),
  errors: ['not_found'],
})
