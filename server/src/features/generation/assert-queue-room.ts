import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { readBacklog } from './read-backlog.ts'

export async function assertQueueRoom(ctx: Ctx): Promise<void> {
  if ((await readBacklog(ctx)) < ctx.config.QUEUE_LIMIT) return
  throw new AppError('overloaded', 'Too many creations are waiting. Please try again shortly.', {
    retryAfterSeconds: 30,
  })
}
