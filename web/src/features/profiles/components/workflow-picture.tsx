import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Emblem } from '../../../ui/emblem.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { isVideoUrl, Picture } from '../../../ui/media.tsx'

/** The whole sample picture; of a film its first frame. */
export function WorkflowPicture({
  recipe: { id, name, sample },
  sizes,
  priority = false,
}: {
  recipe: WorkflowCard
  sizes: string
  priority?: boolean
}) {
  const isFilm = sample !== null && isVideoUrl(sample.url)
  if (!sample || (isFilm && !sample.preview_url)) return <Emblem seed={id} />
  return (
    <>
      <Picture
        media={sample}
        alt={`Sample of ${name}`}
        priority={priority}
        sizes={sizes}
        fit="whole"
        failure="Preview unavailable"
      />
      {!sample.uploaded && <AiMade />}
      {isFilm && (
        <span className="absolute bottom-3 left-3 grid size-8 place-items-center rounded-full bg-black/65 text-white">
          <Glyph of="play" size={13} />
        </span>
      )}
    </>
  )
}
