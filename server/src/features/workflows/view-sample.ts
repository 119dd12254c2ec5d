import type { MediaView } from '@vignette/contract/entities.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { workflowPorts } from './ports.ts'

export interface SampleView {
  media: MediaView
  before: MediaView | undefined
  run: WorkflowView['sample_run']
}

/** A recipe's sample with the public run that made it. */
export async function viewSample(
  ctx: Ctx,
  mediaId: string | null,
): Promise<SampleView | undefined> {
  if (mediaId === null) return undefined
  const run = await workflowPorts.shownRun.ask(ctx, { mediaId })
  const found = await viewMediaOf(ctx, [mediaId, run?.beforeId ?? null])
  const media = found.get(mediaId)
  if (!media) return undefined
  return {
    media,
    before: media.kind === 'image' ? found.get(run?.beforeId ?? '') : undefined,
    run: run && { creation_id: run.creationId, inputs: run.inputs },
  }
}
