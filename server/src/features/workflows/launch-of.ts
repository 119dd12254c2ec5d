import { formatDay } from '@vignette/contract/dates.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import type { WorkflowRow } from './tables.ts'

type Priced = Pick<WorkflowRow, 'price' | 'launchPrice' | 'launchUntil' | 'launchLowest'>

/** The launch price that holds now. */
export function launchOf({ clock }: Pick<Ctx, 'clock'>, row: Priced): Launch | undefined {
  const { launchPrice, launchUntil, launchLowest } = row
  if (launchPrice === null || launchUntil === null || launchLowest === null) return undefined
  if (launchUntil <= clock.now() || launchPrice >= row.price) return undefined
  const until = new Date(launchUntil.getTime() - 1).toISOString()
  const words = `Launch price until ${formatDay(until)} (UTC), then ${formatPrice(row.price)}. The lowest price of the 30 days before was ${formatPrice(launchLowest)}.`
  return { price: launchPrice, until: until.slice(0, 10), lowest_30d: launchLowest, words }
}
