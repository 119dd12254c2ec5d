import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import type { Featured } from './find-alike.ts'

/** How long it may take until a new picture is compared. */
const LIFE_MS = 5 * 60_000

interface Pool {
  readAt: number
  rows: Promise<Featured[]>
}

/** Rows that pictures are compared with: read at most every few minutes, for a whole process. */
export function defineAlikePool(read: (ctx: Ctx) => PromiseLike<Featured[]>) {
  const part = defineProcessPart<{ pool?: Pool }>(() => ({}))
  return (ctx: Ctx): Promise<Featured[]> => {
    const kept = ctx.process.of(part)
    const now = ctx.clock.now().getTime()
    if (kept.pool && now - kept.pool.readAt < LIFE_MS) return kept.pool.rows
    const rows = Promise.resolve(read(ctx))
    kept.pool = { readAt: now, rows }
    rows.catch(() => {
      delete kept.pool
    })
    return rows
  }
}
