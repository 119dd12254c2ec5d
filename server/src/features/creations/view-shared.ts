import type { MediaView } from '@vignette/contract/entities.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { creations } from './tables.ts'
import { viewInputs } from './view-creation.ts'

/** The file and all inputs of a creation, for a person whom its owner lets see both. */
export async function viewShared(
  ctx: Ctx,
  creationId: string,
): Promise<{ media: MediaView | null; user_inputs: Record<string, unknown> } | null> {
  const [row] = await ctx.db
    .select()
    .from(creations)
    .where(
      and(
        eq(creations.id, creationId),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
        isNull(creations.hiddenAt),
      ),
    )
  if (!row) return null
  const media = await viewMediaOf(ctx, [row.mediaId])
  return {
    media: media.get(row.mediaId ?? '') ?? null,
    user_inputs: await viewInputs(ctx, row, true),
  }
}
