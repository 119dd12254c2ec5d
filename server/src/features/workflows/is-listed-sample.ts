import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from '../media/index.ts'
import { listed } from './sync-sample-visibility.ts'
import { workflows } from './tables.ts'

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
