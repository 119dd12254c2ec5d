import { randomBytes } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import type { GatewayPayment, PaymentGateway } from '../spec.ts'
import {
  announce,
  bySession,
  changeCheckout,
  type Desk,
  getCheckout,
  isRepeated,
  refusal,
  transact,
  viewCheckout,
} from './checkout.ts'
import {
  type SandboxCheckout,
  type SandboxDispute,
  sandboxDisputes,
  sandboxRefunds,
} from './tables.ts'

const DISPUTE_FEE = 1500
/** Banks give 7 to 21 days. */
const ANSWER_MS = 14 * 86_400_000

export interface NewDispute {
  amount?: number | undefined
  reason?: string
  inquiry?: boolean
}

/** What Stripe's test cards bring after the capture. */
export async function beginTrouble(desk: Desk, db: Db, checkout: SandboxCheckout): Promise<void> {
  switch (checkout.later) {
    case 'dispute':
      await openDispute(desk, db, checkout)
      break
    case 'dispute_not_received':
      await openDispute(desk, db, checkout, { reason: 'product_not_received' })
      break
    case 'inquiry':
      await openDispute(desk, db, checkout, { inquiry: true })
      break
    case 'fraud_warning':
      await announce(desk, db, checkout.id, 'radar.early_fraud_warning.created')
      break
    default:
  }
}

export async function openDispute(
  desk: Desk,
  db: Db,
  checkout: SandboxCheckout,
  wanted: NewDispute = {},
): Promise<string> {
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.checkoutId, checkout.id))
  const refunded = refunds.reduce(
    (sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount),
    0,
  )
  const amount = wanted.amount ?? checkout.captured - refunded
  if (checkout.state !== 'captured' || amount < 1) {
    throw refusal('nothing_to_dispute', 'Only captured money can be disputed.')
  }
  const id = `du_${randomBytes(12).toString('hex')}`
  const fee = wanted.inquiry ? 0 : DISPUTE_FEE
  const now = desk.clock.now()
  await db.insert(sandboxDisputes).values({
    id,
    checkoutId: checkout.id,
    amount,
    fee,
    state: wanted.inquiry ? 'inquiry' : 'opened',
    phase: 'needs_response',
    reason: wanted.reason ?? 'fraudulent',
    dueBy: new Date(now.getTime() + ANSWER_MS),
    createdAt: now,
  })
  if (!wanted.inquiry) await transact(desk, db, checkout, 'adjustment', -amount - fee)
  await announce(desk, db, checkout.id, 'charge.dispute.created')
  return id
}

export type DisputeMove = 'won' | 'lost' | 'appealed' | 'disputed' | 'dropped'

/** What a bank may do next; a lost dispute may be won on appeal, and a won one lost. */
export function movesOf({ state, phase }: Pick<SandboxDispute, 'state' | 'phase'>): DisputeMove[] {
  if (state === 'inquiry') return phase === 'ended' ? [] : ['disputed', 'dropped']
  if (state === 'opened') return ['won', 'lost']
  if (state === 'won') return ['lost']
  return phase === 'appealed' ? ['won', 'lost'] : ['won', 'appealed']
}

const MOVES: Record<DisputeMove, Partial<SandboxDispute>> = {
  won: { state: 'won', phase: 'ended' },
  lost: { state: 'lost', phase: 'ended' },
  appealed: { state: 'lost', phase: 'appealed' },
  disputed: { state: 'opened', phase: 'needs_response', fee: DISPUTE_FEE },
  dropped: { state: 'inquiry', phase: 'ended' },
}

export function moveDispute(desk: Desk, id: string, move: DisputeMove): Promise<void> {
  const ends = move === 'won' || move === 'lost' || move === 'dropped'
  const set =
    move === 'disputed'
      ? { ...MOVES[move], dueBy: new Date(desk.clock.now().getTime() + ANSWER_MS) }
      : MOVES[move]
  return changeDispute(desk, id, set, `charge.dispute.${ends ? 'closed' : 'updated'}`)
}

export async function changeDispute(
  desk: Desk,
  id: string,
  set: Partial<SandboxDispute>,
  event = 'charge.dispute.updated',
): Promise<void> {
  await desk.db.transaction((db) => changeDisputeIn(desk, db, id, () => set, event))
}

/** Changes a dispute under its row's lock, and moves the money that the change takes or returns. */
async function changeDisputeIn(
  desk: Desk,
  db: Db,
  id: string,
  decide: (before: SandboxDispute) => Partial<SandboxDispute>,
  event: string,
): Promise<void> {
  const which = eq(sandboxDisputes.id, id)
  const [before] = await db.select().from(sandboxDisputes).where(which).for('update')
  if (!before) throw refusal('resource_missing', 'No such dispute.')
  const [changed] = await db.update(sandboxDisputes).set(decide(before)).where(which).returning()
  if (!changed) throw refusal('resource_missing', 'No such dispute.')
  const taken = ({ state, amount, fee }: SandboxDispute) =>
    fee + (state === 'won' || state === 'inquiry' ? 0 : amount)
  const net = taken(before) - taken(changed)
  await transact(desk, db, await getCheckout(db, changed.checkoutId), 'adjustment', net)
  await announce(desk, db, changed.checkoutId, event)
}

/** A dispute without an answer in time is lost; an inquiry becomes a dispute. */
export async function closeDueDisputes(desk: Desk): Promise<void> {
  const due = await desk.db
    .select()
    .from(sandboxDisputes)
    .where(
      and(
        eq(sandboxDisputes.phase, 'needs_response'),
        lte(sandboxDisputes.dueBy, desk.clock.now()),
      ),
    )
  for (const { id, state } of due) {
    await moveDispute(desk, id, state === 'inquiry' ? 'disputed' : 'lost')
  }
}

/** Takes evidence once and before its date, as Stripe does. */
export function submitEvidence(
  desk: Desk,
  sessionId: string,
  { disputeId, evidence, idempotencyKey }: Parameters<PaymentGateway['submitEvidence']>[1],
): Promise<GatewayPayment> {
  const { file, ...texts } = evidence
  const sent = { ...texts, file: file?.name ?? null }
  return changeCheckout(desk, bySession(sessionId), async (db, checkout) => {
    const request = ['evidence', disputeId, JSON.stringify(sent)]
    if (await isRepeated(db, idempotencyKey, disputeId, ...request)) {
      return viewCheckout(db, checkout)
    }
    await changeDisputeIn(
      desk,
      db,
      disputeId,
      (dispute) => {
        if (dispute.phase !== 'needs_response' || dispute.checkoutId !== checkout.id) {
          throw refusal(
            'dispute_answered',
            'The payment gateway refused: this dispute takes no evidence any more.',
          )
        }
        if (dispute.dueBy <= desk.clock.now()) {
          throw refusal('dispute_past_due', 'The payment gateway refused: the date has passed.')
        }
        return { phase: 'under_review', evidence: sent }
      },
      'charge.dispute.updated',
    )
    return viewCheckout(db, checkout)
  })
}
