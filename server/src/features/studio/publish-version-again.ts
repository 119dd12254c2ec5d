import { differsFrom } from '@vignette/contract/generation-time.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getOwn, measuredOf, publishVersionAgain as publishAgain } from '../workflows/index.ts'

interface Again {
  version: number
  note?: string | undefined
  /** Whether the new version states the time that runs of the live version took. */
  measuredTime?: boolean | undefined
  accepts?: string | undefined
}

/** Publishes a version once more: a version never changes, not even the time that it tells buyers. */
export async function publishVersionAgain(
  ctx: Ctx,
  id: string,
  { version, note, measuredTime, accepts }: Again,
): Promise<WorkflowView> {
  if (!measuredTime) return publishAgain(ctx, id, { version, note, accepts })
  const { row } = await getOwn(ctx, id)
  const { measured_time: measured } = measuredOf(row)
  const better = measured && differsFrom(row.generationTime, measured) ? measured : undefined
  if (!better && row.version === version) {
    throw new AppError(
      'conflict',
      'Too few runs of the live version have delivered, or they took about what it declares.',
    )
  }
  return publishAgain(ctx, id, {
    version,
    over: version,
    accepts,
    ...(better && { generationTime: better.seconds * 1000 }),
    note: note || (better && `Time measured over ${better.runs} runs`),
  })
}
