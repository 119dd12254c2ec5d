import type { Principal } from '../../ctx.ts'

export function isUnbounded(creator: Principal): boolean {
  return creator.approvedCreator || creator.admin
}
