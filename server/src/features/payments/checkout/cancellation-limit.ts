import { and, count, desc, eq, gte, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { utcDayOf } from '../../../platform/time.ts'
import { cancelledRuns, type PaymentRow, payments } from '../../../schema/payments.ts'
import { workflowVersions } from '../../../schema/workflows.ts'
import { findPrincipals } from '../../identity/index.ts'
import { requestRelease } from '../capture/request-release.ts'
import { networkHash } from './network.ts'

/** Cancelled runs of a day (UTC) after which a buyer may start no further run with a cost. */
const MOST = { visitor: 2, card: 2, network: 20, account: 5 } as const

type Limit = keyof typeof MOST

/** The limit of the day that is reached, if any; for an account only the account's own limit counts. */
async function findReachedLimit(
  tx: TxCtx,
  buyer: Pick<Principal, 'id' | 'kind'>,
  network: string | null,
): Promise<Limit | undefined> {
  const own = await countRuns(tx, eq(payments.buyerId, buyer.id), payments.buyerId)
  if (buyer.kind === 'user') return own >= MOST.account ? 'account' : undefined
  // On one's own machine no stranger is a new guest each time.
  if (tx.config.loopback) return undefined
  if (own >= MOST.visitor) return 'visitor'
  const cards = tx.db
    .select({ card: payments.card })
    .from(payments)
    .where(and(eq(payments.buyerId, buyer.id), isNotNull(payments.card)))
  const byCard = await countRuns(tx, inArray(payments.card, cards), payments.card)
  if (byCard >= MOST.card) return 'card'
  if (!network) return undefined
  const here = await countRuns(tx, eq(cancelledRuns.network, network), cancelledRuns.network)
  return here >= MOST.network ? 'network' : undefined
}

/**
 * Today's cancelled runs, except those whose payment was charged for a later run; of several groups the
 * largest.
 */
async function countRuns(
  tx: TxCtx,
  which: SQL,
  by: typeof payments.card | typeof payments.buyerId | typeof cancelledRuns.network,
): Promise<number> {
  const [row] = await tx.db
    .select({ runs: count() })
    .from(cancelledRuns)
    .innerJoin(payments, eq(payments.id, cancelledRuns.paymentId))
    .where(
      and(
        gte(cancelledRuns.at, utcDayOf(tx.clock.now()).start),
        notInArray(payments.state, ['capture_requested', 'captured']),
        which,
      ),
    )
    .groupBy(by)
    .orderBy(desc(count()))
    .limit(1)
  return row?.runs ?? 0
}

/**
 * Refuses the checkout of a run with a cost, or of any on a public server, where the buyer has
 * reached a limit that would refuse the run later.
 */
export async function assertMayBegin(tx: TxCtx, buyer: Principal): Promise<void> {
  const limit = await findReachedLimit(tx, buyer, networkHash(tx))
  if (!limit) return
  const { secondsLeft } = utcDayOf(tx.clock.now())
  const { code, words } = nextStep(tx, buyer)
  throw new AppError(code, `${REASONS[limit]} ${words}`, {
    retryAfterSeconds: secondsLeft,
  })
}

/** Refuses another proof by the limits that release an authorisation without one. */
export async function assertMayDraw(
  tx: TxCtx,
  payment: PaymentRow,
  buyer: Principal,
): Promise<void> {
  if (!tx.config.loopback || (await costsOperator(tx, payment))) await assertMayBegin(tx, buyer)
}

const TODAY = 'of recipes that cost us money were cancelled today'
const REASONS: Record<Limit, string> = {
  visitor: `Two remixes ${TODAY} in this browser.`,
  card: `Two remixes ${TODAY} with the card that was used in this browser.`,
  network: `${MOST.network} runs ${TODAY} from your network.`,
  account: `Five remixes ${TODAY} with this account.`,
}

/** What a buyer with too many cancelled runs today may do next, in words and as an error's code. */
export function nextStep(
  { config }: Pick<Ctx, 'config'>,
  { kind }: Pick<Principal, 'kind'>,
): { code: 'sign_in_required' | 'payment_state'; words: string } {
  return kind === 'visitor' && config.signIn !== 'none'
    ? {
        code: 'sign_in_required',
        words: 'Sign in to begin another one now, or come back after midnight UTC.',
      }
    : { code: 'payment_state', words: 'You can begin another one after midnight UTC.' }
}

/** Releases an authorisation without a run whose buyer or card has cancelled too many runs today. */
export async function releaseBarred(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  // On a public server, time of the machine counts like a vendor's price.
  if (tx.config.loopback && !(await costsOperator(tx, payment))) return payment
  const buyer = (await findPrincipals(tx, [payment.buyerId])).get(payment.buyerId)
  const isBarred = buyer && (await findReachedLimit(tx, buyer, null))
  return isBarred ? requestRelease(tx, payment, 'cancelled') : payment
}

async function costsOperator(tx: TxCtx, payment: PaymentRow): Promise<boolean> {
  const [version] = await tx.db
    .select({ cost: workflowVersions.cost })
    .from(workflowVersions)
    .where(
      and(
        eq(workflowVersions.workflowId, payment.workflowId),
        eq(workflowVersions.version, payment.workflowVersion),
      ),
    )
  return version !== undefined && version.cost > 0
}

/** The reason why `releaseBarred` released a payment. */
export function describeBarred(ctx: Ctx, buyer: Pick<Principal, 'kind'>): string {
  return `This payment was released, because too many remixes of recipes that cost us money were cancelled that day. Nothing was charged. ${nextStep(ctx, buyer).words}`
}

/** Counts a run that its buyer cancelled and that cost the operator money or time. */
export async function recordCancelledRun(
  tx: TxCtx,
  paymentId: string,
  jobId: string,
): Promise<void> {
  await tx.db
    .insert(cancelledRuns)
    .values({ jobId, paymentId, network: networkHash(tx), at: tx.clock.now() })
}
