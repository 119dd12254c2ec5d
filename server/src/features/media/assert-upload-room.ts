import {
  GUEST_UPLOAD_BYTES_PER_DAY,
  UNUSED_UPLOAD_QUOTA_BYTES,
} from '@vignette/contract/upload-limits.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx, Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  countToday,
  type DayScope,
  describeNextDay,
  isUsedUp,
  networkScopes,
} from '../../platform/http/day-counts.ts'
import { media } from './tables.ts'

export async function assertUploadRoom(ctx: Ctx, ownerId: string, bytes: number): Promise<void> {
  const [counted] = await ctx.db
    .select({ bytes: sql<string>`coalesce(sum(${media.bytes}), 0)` })
    .from(media)
    .where(
      and(
        eq(media.ownerId, ownerId),
        eq(media.origin, 'upload'),
        isNull(media.usedAt),
        isNull(media.deletedAt),
      ),
    )
  if (Number(counted?.bytes ?? 0) + bytes >= UNUSED_UPLOAD_QUOTA_BYTES) {
    throw new AppError(
      'quota_exceeded',
      'You have 500 MB of uploads that nothing uses yet. Use some, or wait a day until they are removed.',
    )
  }
}

/** Before a file is received: whether the caller's network has uploaded all that it may today. */
export async function assertNetworkRoom(ctx: Ctx, owner: Principal): Promise<void> {
  const scopes = boundsOf(ctx, owner)
  if (scopes && (await isUsedUp(ctx, scopes))) throw networkFull(ctx)
}

/** Counts a file for the day of the caller's network; in the transaction that writes its row. */
export async function countUpload(tx: TxCtx, owner: Principal, bytes: number): Promise<void> {
  const scopes = boundsOf(tx, owner)
  if (scopes && (await countToday(tx, scopes, bytes))) throw networkFull(tx)
}

/** Visitors are free to make, so that on a public server only their network bounds them all. */
function boundsOf(ctx: Ctx, { kind }: Principal): DayScope[] | undefined {
  if (kind === 'user' || ctx.config.loopback) return undefined
  return networkScopes(ctx, 'uploads', GUEST_UPLOAD_BYTES_PER_DAY)
}

function networkFull(ctx: Ctx): AppError {
  const { words, retryAfterSeconds } = describeNextDay(ctx)
  return new AppError(
    'rate_limited',
    `Your network has uploaded as much today as it may without an account. ${words} Sign in to upload now.`,
    { retryAfterSeconds },
  )
}
