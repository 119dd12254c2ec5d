import { formatCents } from '@vignette/contract/money.ts'
import { LAUNCH } from '@vignette/contract/money-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { utcDayOf } from '../../platform/time.ts'
import { launchPrices, workflows } from '../../schema/workflows.ts'
import { lockCaller } from '../identity/index.ts'
import { endLaunch, findLowestPrice, findPriceFault, NO_LAUNCH } from './price.ts'
import { viewWith } from './view-workflow.ts'
import { announceWorkflows, lockOwn } from './workflow.ts'

const DAY_MS = 86_400_000

/** Sells the caller's workflow for less, from now to the end of a day; checkouts that are open keep their price. */
export async function setLaunchPrice(
  ctx: Ctx,
  id: string,
  want: { price: number; until: string },
): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, version } = await lockOwn(tx, id)
    const until = endOf(tx, want.until)
    assertPrice(tx, { full: row.price, price: want.price, cost: version.cost })
    const lowest = await findLowestPrice(tx, id)
    await endLaunch(tx, id)
    const launch = { launchPrice: want.price, launchUntil: until, launchLowest: lowest }
    await tx.db.update(workflows).set(launch).where(eq(workflows.id, id))
    const from = tx.clock.now()
    await tx.db.insert(launchPrices).values({ workflowId: id, price: want.price, from, until })
    announceWorkflows(tx, [id])
    return viewWith(tx, { ...row, ...launch }, version.recipe)
  })
}

function endOf({ clock }: Pick<Ctx, 'clock'>, day: string): Date {
  const today = utcDayOf(clock.now()).start.getTime()
  const last = Date.parse(`${day}T00:00:00Z`)
  if (last < today) throw refused('until', 'must be today (UTC) or later')
  if (last >= today + LAUNCH.maxDays * DAY_MS) {
    throw refused('until', `must be within ${LAUNCH.maxDays} days`)
  }
  return new Date(last + DAY_MS)
}

function assertPrice(
  tx: Pick<Ctx, 'config' | 'gateway'>,
  { full, price, cost }: { full: number; price: number; cost: number },
): void {
  if (full === 0) throw refused('price', 'is not needed: the recipe is free')
  if (price >= full) throw refused('price', `must be below the full price of ${formatCents(full)}`)
  const fault = findPriceFault(tx, { price, cost })
  if (fault) throw refused('price', fault.path === 'price' ? fault.message : 'is too low')
}

function refused(path: 'price' | 'until', message: string): AppError {
  return new AppError('validation_failed', `${path} ${message}.`, { details: [{ path, message }] })
}

export async function endLaunchPrice(ctx: Ctx, id: string): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, version } = await lockOwn(tx, id)
    await endLaunch(tx, id)
    await tx.db.update(workflows).set(NO_LAUNCH).where(eq(workflows.id, id))
    announceWorkflows(tx, [id])
    return viewWith(tx, { ...row, ...NO_LAUNCH }, version.recipe)
  })
}
