import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Emblem } from '../../../ui/emblem.tsx'
import { isVideoUrl, Picture, Video } from '../../../ui/media.tsx'
import { labelSample, labelUpload } from '../label-sample.ts'

/** As large as the screen allows, in its own ratio, without layout shift. */
export function WorkflowSample({ workflow }: { workflow: WorkflowView }) {
  const { sample } = workflow
  const url = sample?.url ?? workflow.sample_creation_url
  const ratio = sample?.width && sample.height ? sample.width / sample.height : 1
  const label = labelSample(workflow)
  return (
    <div
      className="relative mx-auto overflow-hidden rounded-xl bg-sunken lg:mx-0"
      style={{ aspectRatio: ratio, maxWidth: `calc(max(24rem, 80dvh) * ${ratio.toFixed(4)})` }}
    >
      {!url && (
        <>
          <Emblem seed={workflow.id} />
          {!workflow.withdrawn && (
            <p className="absolute inset-x-0 bottom-0 p-5 text-muted sm:p-6">No sample yet</p>
          )}
        </>
      )}
      {sample?.uploaded && (
        // At the top, because the browser draws a film's controls at the bottom.
        <span className="pointer-events-none absolute top-3 left-3 z-10">
          <Badge tone="media">{labelUpload(sample)}</Badge>
        </span>
      )}
      {url && isVideoUrl(url) && (
        <Video
          media={sample}
          url={url}
          label={label}
          controls
          loop
          muted
          className="size-full rounded-xl object-cover focus-visible:-outline-offset-2"
        />
      )}
      {url && !isVideoUrl(url) && (
        <Picture
          media={sample}
          url={url}
          alt={label}
          priority
          sizes="(min-width: 1024px) 54vw, 94vw"
          failure="Preview unavailable"
        />
      )}
    </div>
  )
}
