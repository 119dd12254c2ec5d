import { UNUSED_UPLOAD_QUOTA_BYTES } from '@vignette/contract/upload-limits.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
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
