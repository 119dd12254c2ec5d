import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getOwn, publishVersionAgain } from '../workflows/index.ts'
import { findMeasuredTimes } from './find-measured-times.ts'

/** Publishes the live version once more, with the time that its runs took: a version never changes. */
export async function takeMeasuredTime(
  ctx: Ctx,
  id: string,
  { version, note }: { version: number; note?: string | undefined },
): Promise<WorkflowView> {
  const { row } = await getOwn(ctx, id)
  const measured = (await findMeasuredTimes(ctx, [row.id])).get(row.id)
  if (!measured && row.version === version) {
    throw new AppError(
      'conflict',
      'Too few runs of the live version have delivered, or they took about what buyers read.',
    )
  }
  return publishVersionAgain(ctx, id, {
    version,
    over: version,
    ...(measured && { generationTimeMs: measured.seconds * 1000 }),
    note: note || (measured && `Time measured over ${measured.runs} runs`),
  })
}
