import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { media } from '../media/index.ts'
import { listed } from './sync-sample-visibility.ts'
import { workflows } from './tables.ts'

/** Whether a listed workflow of the file's owner has this file as its sample. */
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
