import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { samplesReady } from '../features/first-catalogue/index.ts'
import { WithStatus } from '../platform/http/define-api.ts'
import { hasDiskRoom } from '../platform/storage/disk-room.ts'

export async function healthcheck(ctx: Ctx) {
  const checks = {
    database: await isUp(() => ctx.db.execute(sql`select 1`)),
    queue: ctx.queue.isReady(),
    storage: await ctx.storage.isReady().catch(() => false),
    disk: await hasDiskRoom(ctx.config),
    samples: await samplesReady(ctx).catch(() => false),
  }
  const ready = Object.values(checks).every(Boolean)
  return new WithStatus(ready ? 200 : 503, {
    status: ready ? ('ok' as const) : ('starting' as const),
    checks,
  })
}

async function isUp(probe: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await probe()
    return true
  } catch {
    return false
  }
}
