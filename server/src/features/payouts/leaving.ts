import { currencyHere } from '@vignette/contract/currency.ts'
import type { LeavingOutcome, getLeaving as route } from '@vignette/contract/leaving.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { z } from 'zod'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { type LeftBehind, requireVisitor } from '../identity/index.ts'
import { LEAVING_DAYS, notify, signLeaving } from '../notices/index.ts'
import { getPosition } from './position.ts'
import { divideUnpaid, HOUR_MS, type Position, sumLines, type UnpaidLine } from './rules.ts'
import { viewLine } from './view-payout.ts'

/** Names the caller's balance before the account is deleted. */
export async function getLeaving(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  const { outcome, lines, words } = await describeLeaving(ctx, requireVisitor(ctx).id)
  return {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    unpaid: sumLines(lines),
    lines: lines.map(viewLine),
    outcome,
    words,
  }
}

interface Leaving {
  outcome: LeavingOutcome
  lines: UnpaidLine[]
  /** The sum that is still to be paid; a sum below zero is owed back. */
  cents: number
  /** Whole sentences. */
  words: string[]
}

/** What is not paid to a person yet, and what becomes of that money when the account is deleted. */
export async function describeLeaving(ctx: Ctx, principalId: string): Promise<Leaving> {
  const now = ctx.clock.now()
  const position = await getPosition(ctx, principalId, now, { leaving: true })
  const lines = divideUnpaid(position, now)
  const here = sumLines(lines.filter(({ reason }) => !UNDER_WAY.has(reason)))
  // What is on its way to a bank pays no debt.
  const cents = here < 0 ? here : sumLines(lines)
  const outcome = decide(position, cents)
  return { outcome, lines, cents, words: WORDS[outcome](formatCents(Math.abs(cents)), position) }
}

const UNDER_WAY = new Set<UnpaidLine['reason']>(['in_transit', 'bank_refused'])

function decide({ account }: Position, cents: number): LeavingOutcome {
  if (cents <= 0) return cents === 0 ? 'nothing' : 'owed'
  return account?.state === 'ready' ? 'paid' : 'kept'
}

const LINK = 'You get a link that works for a year and shows this money without an account.'

const WORDS: Record<LeavingOutcome, (sum: string, position: Position) => string[]> = {
  nothing: () => ['No money of yours waits here, and you owe none.'],
  owed: (sum) => [
    `${sum} is owed back, since more was refunded or disputed than you had earned. You may leave all the same: the books keep this sum without your name, and sales that clear later make up for it.`,
  ],
  paid: (sum) => [
    `${sum} is not paid yet. After the deletion, what has cleared leaves each Friday at 06:00 UTC for your payout account, whatever the sum, until nothing is left.`,
    LINK,
  ],
  kept: (sum, { account }) => [
    `${sum} is not paid yet, and no payout account can receive it. It is kept for you and goes to no other person.`,
    account?.state === 'rejected' || account?.state === 'closed'
      ? `${LINK} Your payout account was refused or closed: write to us, so that the money can reach you.`
      : `${LINK} There you can still add a payout account. To be paid without that step, add the account before you leave.`,
  ],
}

/** The money of an account that was just deleted, and the link to it; null where nothing is to be paid. */
export async function describeLeft(
  tx: TxCtx,
  { principalId }: { principalId: string },
): Promise<LeftBehind | null> {
  const { outcome, cents } = await describeLeaving(tx, principalId)
  if (outcome !== 'paid' && outcome !== 'kept') return null
  return {
    words: [`${formatCents(cents)} stays yours.`],
    link: signLeaving(tx, principalId, tx.clock.now()),
  }
}

/** Writes to the person who deletes an account how to reach the money that is not paid yet. */
export async function notifyOfLeftMoney(tx: TxCtx, principalId: string): Promise<void> {
  const { outcome, cents } = await describeLeaving(tx, principalId)
  if (outcome !== 'paid' && outcome !== 'kept') return
  const until = new Date(tx.clock.now().getTime() + LEAVING_DAYS * 24 * HOUR_MS).toISOString()
  await notify(tx, {
    to: principalId,
    kind: 'money_left',
    subjectId: principalId,
    facts: { cents, until, principalId, ready: outcome === 'paid' },
  })
}
