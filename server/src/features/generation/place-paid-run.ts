import { and, eq, gt, gte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/utc-day.ts'
import { type PaymentRow, payments } from '../payments/index.ts'
import { type LocalRun, lockLocalRuns, networkOfRun } from './charge-free-run.ts'
import { jobs } from './tables.ts'

/** Runs of one length that always fit a day, as the proofs of one sale do. */
const TRIES = 3
/** Many buyers may share one network. */
const NETWORK = 10

/**
 * A paid run on this machine, whose compute only a charge pays for: on a public server it waits in
 * line behind two others of its buyer or network. Locks out other starts of both until the commit.
 */
export async function placePaidRun(
  tx: TxCtx,
  owner: Principal,
  seconds: number,
): Promise<LocalRun | undefined> {
  if (tx.config.loopback || seconds === 0) return undefined
  const network = networkOfRun(tx, owner)
  await lockLocalRuns(tx, { ownerId: owner.id, network })
  return { seconds, network }
}

/**
 * Refuses a placed run where today's runs of this buyer, card or network that nobody was charged
 * for have taken the seconds of a day: an authorisation alone buys no endless compute.
 */
export async function assertPaidSeconds(
  tx: TxCtx,
  owner: Principal,
  { payment, seconds }: { payment: PaymentRow; seconds: number },
): Promise<void> {
  const most = tx.config.FREE_DAILY_SECONDS
  if (most === 0) return
  const { start, secondsLeft } = utcDayOf(tx.clock.now())
  const bounds: [SQL, number][] = [[eq(payments.buyerId, owner.id), most]]
  if (owner.kind === 'visitor') {
    if (payment.card) bounds.push([eq(payments.card, payment.card), most])
    if (payment.network) bounds.push([eq(payments.network, payment.network), most * NETWORK])
  }
  const sums = bounds.map(
    ([whose]) => sql<number>`coalesce(sum(${jobs.paidSeconds}) filter (where ${whose}), 0)::int`,
  )
  const [row] = await tx.db
    .select({ used: sql<number[]>`array[${sql.join(sums, sql`, `)}]` })
    .from(payments)
    .innerJoin(jobs, eq(jobs.paymentId, payments.id))
    .where(
      and(
        or(...bounds.map(([whose]) => whose)),
        gt(jobs.paidSeconds, 0),
        gte(jobs.createdAt, start),
        notInArray(payments.state, ['capture_requested', 'captured']),
      ),
    )
  const over = bounds.some(
    ([, limit], at) => (row?.used[at] ?? 0) + seconds > Math.max(limit, TRIES * seconds),
  )
  if (!over) return
  throw new AppError(
    'rate_limited',
    'Today’s runs on payments that were not charged have taken as much of this server’s time as they may. Try again once one of them is charged, or after 00:00 UTC. Nothing was charged for this one.',
    { retryAfterSeconds: secondsLeft },
  )
}
