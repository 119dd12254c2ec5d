import type { SampleCandidate } from '@vignette/contract/samples.ts'
import { TESTS } from '@vignette/contract/test-limits.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations, mayBeSample } from '../creations/index.ts'
import { principals, publicHandle } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { getOwn } from '../workflows/index.ts'
import { isTestOf } from './is-test-of.ts'
import { productOf } from './product-of.ts'
import { jobs } from './tables.ts'

type Found = Omit<SampleCandidate, 'media'> & { mediaId: string | null | undefined }

/** Suggests samples for the caller's own workflow, tests first, each kind newest first. */
export async function listSamples(ctx: Ctx, id: string): Promise<{ samples: SampleCandidate[] }> {
  const { row, version } = await getOwn(ctx, id)
  const tests = await ctx.db
    .select()
    .from(jobs)
    .where(isTestOf(row, version.recipe))
    .orderBy(desc(jobs.createdAt))
    .limit(TESTS.listed)
  const made = await ctx.db
    .select({ creation: creations, owner: principals })
    .from(creations)
    .innerJoin(principals, eq(principals.id, creations.ownerId))
    .where(and(eq(creations.workflowId, id), mayBeSample(row.ownerId)))
    .orderBy(desc(creations.deliveredAt))
    .limit(TESTS.listed)
  const found: Found[] = []
  for (const job of tests) {
    const mediaId = await productOf(ctx, job)
    found.push({ kind: 'test', id: job.id, version: job.workflowVersion, by: row.handle, mediaId })
  }
  for (const { creation, owner } of made) {
    const { workflowVersion, mediaId } = creation
    const by = publicHandle(owner)
    found.push({ kind: 'creation', id: creation.id, version: workflowVersion, by, mediaId })
  }
  const media = await viewMediaOf(
    ctx,
    found.map(({ mediaId }) => mediaId ?? null),
  )
  return {
    samples: found.flatMap(({ mediaId, ...rest }) => {
      const view = media.get(mediaId ?? '')
      return view ? [{ ...rest, media: view }] : []
    }),
  }
}
