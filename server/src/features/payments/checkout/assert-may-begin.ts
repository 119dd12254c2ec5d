import type { Principal, TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { utcDayOf } from '../../../platform/utc-day.ts'
import { findReachedLimit, type Limit, MOST } from './find-reached-limit.ts'
import { networkHash } from './network-hash.ts'
import { wayOn } from './way-on.ts'

/**
 * Refuses the checkout of a run with a cost, or of any on a public server, where the buyer has
 * reached a limit that would refuse the run later.
 */
export async function assertMayBegin(tx: TxCtx, buyer: Principal): Promise<void> {
  const limit = await findReachedLimit(tx, buyer, networkHash(tx))
  if (!limit) return
  const { secondsLeft } = utcDayOf(tx.clock.now())
  const { code, words } = wayOn(tx, buyer)
  throw new AppError(code, `${REASONS[limit]} ${words}`, {
    retryAfterSeconds: secondsLeft,
  })
}

const TODAY = 'of recipes that cost us money were cancelled today'
const REASONS: Record<Limit, string> = {
  visitor: `Two runs ${TODAY} in this browser.`,
  card: `Two runs ${TODAY} with the card that was used in this browser.`,
  network: `${MOST.network} runs ${TODAY} from your network.`,
  account: `Five runs ${TODAY} with this account.`,
}
