import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { isVideoUrl, Picture, Video } from '../../ui/media.tsx'

/** As large as the screen allows, in its own ratio, its place taken before it arrives. */
export function WorkflowSample({ workflow }: { workflow: WorkflowView }) {
  const { sample } = workflow
  const url = sample?.url ?? workflow.sample_creation_url
  const ratio = sample?.width && sample.height ? sample.width / sample.height : 1
  const label = `Sample of ${workflow.name}`
  return (
    <div
      className="mx-auto overflow-hidden lg:mx-0 rounded-xl bg-sunken"
      style={{ aspectRatio: ratio, maxWidth: `calc(max(24rem, 80dvh) * ${ratio.toFixed(4)})` }}
    >
      {!url && (
        <span className="grid size-full place-items-center px-6 text-center text-muted">
          No sample yet: the first public creation becomes it.
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
          className="size-full object-cover"
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
