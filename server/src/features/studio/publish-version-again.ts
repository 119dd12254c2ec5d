import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { getOwn, publishVersionAgain as publishAgain } from '../workflows/index.ts'
import { describeMeasured } from './rules.ts'

interface Again {
  version: number
  note?: string | undefined
  /** Whether the new version states the time that runs of the live version took. */
  measuredTime?: boolean | undefined
}

/** Publishes a version once more: a version never changes, not even the time that it tells buyers. */
export async function publishVersionAgain(
  ctx: Ctx,
  id: string,
  { version, note, measuredTime }: Again,
): Promise<WorkflowView> {
  if (!measuredTime) return publishAgain(ctx, id, { version, note })
  const { row } = await getOwn(ctx, id)
  const measured = describeMeasured(row)
  if (!measured && row.version === version) {
    throw new AppError(
      'conflict',
      'Too few runs of the live version have delivered, or they took about what it declares.',
    )
  }
  return publishAgain(ctx, id, {
    version,
    over: version,
    ...(measured && { generationTimeMs: measured.seconds * 1000 }),
    note: note || (measured && `Time measured over ${measured.runs} runs`),
  })
}
