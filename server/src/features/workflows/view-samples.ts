import type { MediaView } from '@vignette/contract/entities.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { workflowPorts } from './ports.ts'

export interface SampleView {
  media: MediaView
  before?: MediaView | undefined
  run: WorkflowView['sample_run']
}

/** Samples by the id of their file, with the public runs that made them. */
export async function viewSamples(
  ctx: Ctx,
  ids: readonly (string | null)[],
): Promise<Map<string, SampleView>> {
  const mediaIds = ids.filter((id) => id !== null)
  if (mediaIds.length === 0) return new Map()
  const runs = await workflowPorts.shownRuns.ask(ctx, { mediaIds })
  const befores = [...runs.values()].flatMap(({ beforeId }) => beforeId ?? [])
  const media = await viewMediaOf(ctx, [...mediaIds, ...befores])
  return new Map(
    mediaIds.flatMap((id) => {
      const own = media.get(id)
      const run = runs.get(id)
      if (!own) return []
      const before = own.kind === 'image' ? media.get(run?.beforeId ?? '') : undefined
      return [
        [
          id,
          {
            media: own,
            before,
            run: run && { creation_id: run.creationId, inputs: run.inputs },
          },
        ],
      ]
    }),
  )
}
