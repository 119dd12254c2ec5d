import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'

interface Featured {
  id: string
  features: Int8Array
}

/** The rows whose features are most similar to these, the nearest first. */
export function findAlike(
  features: Int8Array,
  among: readonly Featured[],
  most: number,
): Featured[] {
  const own = lengthOf(features)
  return among
    .map((row) => ({ row, likeness: dot(features, row.features) / (own * lengthOf(row.features)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ row }) => row)
}

function lengthOf(features: Int8Array): number {
  return Math.sqrt(dot(features, features)) || 1
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

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
