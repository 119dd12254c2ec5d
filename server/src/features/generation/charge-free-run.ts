import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countToday, describeNextDay, networkScopes } from '../../platform/http/day-counts.ts'

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
export function networkOfRun(ctx: Ctx, owner: Principal): string | null {
  return owner.kind === 'user' ? null : networkScopes(ctx, WHAT, 0)[0].hash
}

const ownerScope = (id: string) => `${WHAT} owner ${id}`
