import { expireSession } from './checkout.ts'
import { closeDispute } from './dispute.ts'
import { endHold, settleRefund } from './payment.ts'
import type { Books, Store } from './store.ts'
import { answerOfBank } from './transfer.ts'

/** What happens to an object once its time has come. */
const CHANGES = {
  'checkout.session': expireSession,
  payment_intent: endHold,
  payout: answerOfBank,
  refund: async (books: Books, id: string) => {
    const { status } = await books.get('refund', id)
    await settleRefund(books, id, status === 'pending' ? 'succeeded' : 'failed')
  },
  dispute: closeDispute,
} as const

type Timed = keyof typeof CHANGES

/** What a reader must never find overdue. */
export const ENDINGS: Timed[] = ['checkout.session', 'payment_intent', 'payout']
export const ALL: Timed[] = [...ENDINGS, 'refund', 'dispute']

/** Lets time change what is due, each in a transaction of its own. */
export async function passTime(store: Store, kinds: Timed[]): Promise<void> {
  for (const { kind, id } of await store.read((books) => books.listDue(kinds))) {
    await store.write(async (books) => {
      if (await books.isDue(kind, id)) await CHANGES[kind](books, id)
    })
  }
}
