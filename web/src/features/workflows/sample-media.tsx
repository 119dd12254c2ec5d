import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { Emblem } from '../../ui/emblem.tsx'
import { HoverFilm } from '../../ui/hover-film.tsx'
import { isVideoUrl, Picture } from '../../ui/media.tsx'
import { labelSample } from './label-sample.ts'

const sizes = '(min-width: 1280px) 23vw, (min-width: 1024px) 32vw, 48vw'

/** The whole picture, or a film; the photo it began as, or the film’s motion, only under a mouse or the focus. */
export function SampleMedia({
  recipe,
  priority,
  hovered,
}: {
  recipe: Pick<WorkflowCard, 'id' | 'name' | 'sample' | 'sample_before' | 'sample_creation_url'>
  priority: boolean
  hovered: boolean
}) {
  const url = recipe.sample?.url ?? recipe.sample_creation_url
  if (!url)
    return (
      <>
        <Emblem seed={recipe.id} />
        <span className="absolute bottom-3 left-3.5 text-sm text-muted">No sample yet</span>
      </>
    )
  const alt = labelSample(recipe)
  if (isVideoUrl(url))
    return (
      <HoverFilm
        media={recipe.sample}
        url={url}
        alt={alt}
        sizes={sizes}
        priority={priority}
        hovered={hovered}
      />
    )
  return (
    <>
      <Picture
        media={recipe.sample}
        url={url}
        alt={alt}
        priority={priority}
        sizes={sizes}
        fit="whole"
        failure="Preview unavailable"
      />
      {recipe.sample_before && (
        <span className="absolute bottom-2 left-2 size-[34%] overflow-hidden rounded-md border-2 border-surface opacity-0 shadow-high transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
          <Picture media={recipe.sample_before} alt="The photo before" sizes="8rem" />
        </span>
      )}
    </>
  )
}
