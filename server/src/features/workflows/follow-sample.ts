import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { followShown, media } from '../media/index.ts'
import { announceSample } from './record-remix.ts'
import { workflows } from './tables.ts'

const listed = and(isNull(workflows.hiddenAt), isNull(workflows.deletedAt))

/** Whether its owner shows this file as the sample of a recipe on the market. */
export async function isListedSample(tx: TxCtx, mediaId: string): Promise<boolean> {
  const [recipe] = await tx.db
    .select({ id: workflows.id })
    .from(workflows)
    .innerJoin(
      media,
      and(eq(media.id, workflows.sampleMediaId), eq(media.ownerId, workflows.ownerId)),
    )
    .where(and(eq(workflows.sampleMediaId, mediaId), listed))
    .limit(1)
  return recipe !== undefined
}

/** A sample that nothing else shows goes with its recipe, from the recipes of others too. */
export async function followSample(tx: TxCtx, mediaId: string): Promise<void> {
  if (await followShown(tx, mediaId)) return
  const withdrawn = await tx.db
    .update(workflows)
    .set({ sampleMediaId: null })
    .where(and(eq(workflows.sampleMediaId, mediaId), listed))
    .returning({ id: workflows.id })
  for (const { id } of withdrawn) announceSample(tx, id)
}

/** Of these files those that recipes name which are not withdrawn. */
export async function findSamples(tx: TxCtx, news: { mediaIds: string[] }): Promise<string[]> {
  const rows = await tx.db
    .select({ mediaId: workflows.sampleMediaId })
    .from(workflows)
    .where(and(inArray(workflows.sampleMediaId, news.mediaIds), isNull(workflows.deletedAt)))
  return rows.flatMap(({ mediaId }) => mediaId ?? [])
}
