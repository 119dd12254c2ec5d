import type { Ctx } from '../ctx.ts'
import { whyNotChangeCurrency } from '../features/settings/index.ts'
import { StartError } from '../platform/start-error.ts'

export async function refuseOtherCurrency({
  db,
  config,
}: Pick<Ctx, 'db' | 'config'>): Promise<void> {
  const why = await whyNotChangeCurrency(db, config.CURRENCY)
  if (why) throw new StartError(why)
}
