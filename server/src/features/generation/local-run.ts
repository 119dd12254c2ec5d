import { and, eq, gt, gte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countToday, describeNextDay, networkScopes } from '../../platform/http/day-counts.ts'
import { utcDayOf } from '../../platform/time.ts'
import { jobs } from '../../schema/generation.ts'
import { type PaymentRow, payments } from '../../schema/payments.ts'

/** A run on this machine, as stored with its job. */
export interface LocalRun {
  seconds: number
  /** The hashed network of a signed-out visitor, else null. */
  network: string | null
}

const WHAT = 'seconds'

/**
 * Counts a free run against the day's seconds, or refuses the run. The one statement also locks out
 * other starts of the same owner and network until the commit.
 */
export async function chargeFreeRun(
  tx: TxCtx,
  owner: Principal,
  seconds: number,
): Promise<LocalRun> {
  const most = tx.config.FREE_DAILY_SECONDS
  const network = owner.kind === 'user' ? undefined : networkScopes(tx, WHAT, most)
  const from = network?.map((scope) => ({ ...scope, whose: 'Free creations from your network' }))
  const own = { name: ownerScope(owner.id), most, whose: 'Your free creations' }
  const over = await countToday(tx, [own, ...(from ?? [])], seconds)
  if (over && most > 0) {
    const { words, retryAfterSeconds } = describeNextDay(tx)
    const advice = network ? ' Sign in to have seconds of your own.' : ''
    throw new AppError(
      'rate_limited',
      `${over.whose} may take ${over.most} s of this server’s time a day, and less is left today than the ${seconds} s of this one. ${words}${advice}`,
      { retryAfterSeconds },
    )
  }
  return { seconds, network: network?.[0].hash ?? null }
}

/** Locks the counts of the owner and the network, so that their runs start, or leave the line, one at a time. */
export async function lockLocalRuns(
  tx: TxCtx,
  { ownerId, network }: { ownerId: string; network: string | null },
): Promise<void> {
  const names = [ownerScope(ownerId), ...(network ? [`${WHAT} network ${network}`] : [])]
  await countToday(
    tx,
    names.map((name) => ({ name, most: 0 })),
    0,
  )
}

/** The hashed network whose runs a visitor's run waits for; an account has its own places. */
function networkOfRun(ctx: Ctx, owner: Principal): string | null {
  return owner.kind === 'user' ? null : networkScopes(ctx, WHAT, 0)[0].hash
}

const ownerScope = (id: string) => `${WHAT} owner ${id}`

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
