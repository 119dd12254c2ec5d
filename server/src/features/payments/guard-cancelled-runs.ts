import { and, count, desc, eq, gte, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { signature } from '../../platform/secrets.ts'
import { utcDayOf } from '../../platform/utc-day.ts'
import { findPrincipals } from '../identity/index.ts'
import { workflowVersions } from '../workflows/index.ts'
import { requestRelease } from './request-release.ts'
import { cancelledRuns, type PaymentRow, payments } from './tables.ts'

/** Cancelled runs of a day (UTC) after which a buyer begins no further run that costs the operator money. */
const MOST = { visitor: 2, card: 2, network: 20, account: 5 } as const
type Limit = keyof typeof MOST

export function cardHash({ config }: Pick<Ctx, 'config'>, fingerprint: string): string {
  return signature(config.secret, 'card', fingerprint)
}

function networkHash({ config, caller }: Ctx): string | null {
  return caller.address ? signature(config.secret, 'network', networkOf(caller.address)) : null
}

/** A run that costs the operator money was cancelled by its buyer. */
export async function recordCancelledRun(
  tx: TxCtx,
  paymentId: string,
  jobId: string,
): Promise<void> {
  await tx.db
    .insert(cancelledRuns)
    .values({ jobId, paymentId, network: networkHash(tx), at: tx.clock.now() })
}

/** Before a checkout for a run that costs the operator money: what would be refused later is refused now. */
export async function assertMayBegin(tx: TxCtx, buyer: Principal): Promise<void> {
  const limit = await findReached(tx, buyer, networkHash(tx))
  if (!limit) return
  const { secondsLeft } = utcDayOf(tx.clock.now())
  throw new AppError(codeFor(tx, buyer), `${REASONS[limit]} ${wayOn(tx, buyer)}`, {
    retryAfterSeconds: secondsLeft,
  })
}

/** An authorization that no run uses, released where its buyer or its card has cancelled too many runs today. */
export async function letGoBarred(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  if (!(await costsOperator(tx, payment))) return payment
  const buyer = (await findPrincipals(tx, [payment.buyerId])).get(payment.buyerId)
  const isBarred = buyer && (await findReached(tx, buyer, null))
  return isBarred ? requestRelease(tx, payment, 'cancelled') : payment
}

/** Why a payment was released that `letGoBarred` let go. */
export function describeBarred(ctx: Ctx, buyer: Pick<Principal, 'kind'>): string {
  return `This payment was released, because too many runs of recipes that cost us money were cancelled that day. Nothing was charged. ${wayOn(ctx, buyer)}`
}

/** The run of such a payment is refused. */
export function barred(ctx: Ctx, buyer: Principal): AppError {
  const code = codeFor(ctx, buyer)
  return new AppError(
    code === 'payment_state' ? 'payment_required' : code,
    describeBarred(ctx, buyer),
  )
}

const TODAY = 'of recipes that cost us money were cancelled today'
const REASONS: Record<Limit, string> = {
  visitor: `Two runs ${TODAY} in this browser.`,
  card: `Two runs ${TODAY} with the card that was used in this browser.`,
  network: `${MOST.network} runs ${TODAY} from your network.`,
  account: `Five runs ${TODAY} with this account.`,
}

function canSignIn({ config }: Pick<Ctx, 'config'>, { kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'visitor' && config.signIn !== 'none'
}

function codeFor(ctx: Ctx, buyer: Principal): 'sign_in_required' | 'payment_state' {
  return canSignIn(ctx, buyer) ? 'sign_in_required' : 'payment_state'
}

function wayOn(ctx: Ctx, buyer: Pick<Principal, 'kind'>): string {
  return canSignIn(ctx, buyer)
    ? 'Sign in to begin another one now, or come back after midnight UTC.'
    : 'You can begin another one after midnight UTC.'
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

/** Which limit of the day is reached, if any; an account has its own alone. */
async function findReached(
  tx: TxCtx,
  buyer: Pick<Principal, 'id' | 'kind'>,
  network: string | null,
): Promise<Limit | undefined> {
  const own = await countRuns(tx, eq(payments.buyerId, buyer.id), payments.buyerId)
  if (buyer.kind === 'user') return own >= MOST.account ? 'account' : undefined
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

/** Of today, without those whose payment was charged for a later run; of several groups, the largest. */
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
