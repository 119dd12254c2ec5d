import type { Ctx, Principal } from '../../ctx.ts'

/** Whether a creator may publish any number of recipes; without a limit of a day there is none in all. */
export function isUnbounded({ config }: Pick<Ctx, 'config'>, creator: Principal): boolean {
  return creator.approvedCreator || creator.admin || config.PUBLISH_PER_DAY === 0
}
