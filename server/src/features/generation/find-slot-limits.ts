import { type Ctx } from '../../ctx.ts'
import { type SlotLimits } from './rules.ts'

/** The operator's limits for a provider; most providers have none, which saves the statement. */
export function findSlotLimits({ config }: Ctx, provider: string): SlotLimits | undefined {
  const atOnce = config.PROVIDER_CONCURRENCY[provider]
  const perMinute = config.PROVIDER_RATE[provider]
  return atOnce === undefined && perMinute === undefined ? undefined : { atOnce, perMinute }
}
