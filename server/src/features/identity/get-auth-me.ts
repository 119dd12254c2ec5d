import type { UserView } from '@vignette/contract/identity.ts'
import type { Ctx } from '../../ctx.ts'
import { getMe } from './get-me.ts'
import { touchSession } from './touch-session.ts'

export async function getAuthMe(ctx: Ctx): Promise<UserView> {
  await touchSession(ctx)
  return getMe(ctx)
}
