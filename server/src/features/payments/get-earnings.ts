import { currencyHere } from '@vignette/contract/currency.ts'
import type { getEarnings as route } from '@vignette/contract/payments.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { listOwners, requireVisitor } from '../identity/index.ts'
import {
  getCreatorBalance,
  sumEarningsByDay,
  sumEarningsByWorkflow,
  sumFreeRuns,
} from '../ledger/index.ts'
import { findClearanceDays } from './find-clearance-days.ts'
import { currentBook } from './gateway.ts'
import { findWorkflowNames } from './payment.ts'
import { firstOfMonthBefore, sumMonth } from './rules-months.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export async function getEarnings(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  const caller = requireVisitor(ctx)
  const owners = await listOwners(ctx, caller.id)
  const today = ctx.clock.now().toISOString().slice(0, 10)
  const first = new Date(Date.parse(today) - (DAYS - 1) * DAY_MS)
  const money = { book: currentBook(ctx), currency: currencyHere() }
  const balance = await getCreatorBalance(ctx, owners, money)
  const recipes = await sumEarningsByWorkflow(ctx, owners, money)
  const lastMonth = firstOfMonthBefore(today)
  const since = lastMonth < first ? lastMonth : first
  const earned = await sumEarningsByDay(ctx, owners, money, since)
  const names = await findWorkflowNames(
    ctx,
    recipes.map((recipe) => recipe.workflowId),
  )
  return {
    currency: currencyHere(),
    test_mode: ctx.gateway.testMode,
    ...balance,
    free_runs: (await sumFreeRuns(ctx, owners, money)).taken,
    clearance_days: await findClearanceDays(ctx, caller.id, money.book),
    recipes: recipes.map(({ workflowId, ...sums }) => ({
      workflow_id: workflowId,
      name: names.get(workflowId) ?? 'A recipe',
      ...sums,
    })),
    days: Array.from({ length: DAYS }, (_, index) => {
      const day = new Date(first.getTime() + index * DAY_MS).toISOString().slice(0, 10)
      return earned.find((each) => each.day === day) ?? { day, earned: 0, sales: 0 }
    }),
    month: sumMonth(earned, today),
  }
}
