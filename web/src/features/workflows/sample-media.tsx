import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Emblem } from '../../ui/emblem.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { isVideoUrl, Picture } from '../../ui/media.tsx'
import { labelSample } from './label-sample.ts'

const sizes = '(min-width: 1280px) 21rem, (min-width: 1024px) 32vw, 48vw'

/** The whole picture, with the photo it began as, or a film that plays only during a mouse hover. */
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
    return <FilmSample recipe={recipe} url={url} alt={alt} priority={priority} hovered={hovered} />
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
        <span className="absolute bottom-2 left-2 size-[34%] overflow-hidden rounded-md border-2 border-surface shadow-md">
          <Picture media={recipe.sample_before} alt="The photo before" sizes="8rem" />
        </span>
      )}
    </>
  )
}

function FilmSample({
  recipe,
  url,
  alt,
  priority,
  hovered,
}: {
  recipe: Pick<WorkflowCard, 'sample'>
  url: string
  alt: string
  priority: boolean
  hovered: boolean
}) {
  const film = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const poster = recipe.sample?.preview_url

  useEffect(() => {
    const video = film.current
    if (!video || !hovered || prefersStillness()) return
    let left = false
    video.play().then(
      () => setPlaying(!left),
      () => undefined,
    )
    return () => {
      left = true
      setPlaying(false)
      video.pause()
      video.currentTime = 0
    }
  }, [hovered])

  if (failed && !poster)
    return (
      <span className="grid size-full place-items-center text-sm text-muted">
        Preview unavailable
      </span>
    )
  return (
    <div className="relative size-full">
      {poster && (
        <Picture
          media={recipe.sample}
          alt={alt}
          priority={priority}
          sizes={sizes}
          fit="whole"
          failure="Preview unavailable"
        />
      )}
      <video
        ref={film}
        src={url}
        muted
        loop
        playsInline
        tabIndex={-1}
        preload={poster ? 'none' : 'metadata'}
        aria-label={poster ? undefined : alt}
        aria-hidden={poster ? true : undefined}
        onError={() => setFailed(true)}
        className={cx(
          'pointer-events-none absolute inset-0 size-full object-contain transition-opacity duration-200',
          poster && !playing && 'opacity-0',
        )}
      />
      {!playing && (
        <span className="absolute bottom-3 left-3 grid size-8 place-items-center rounded-full bg-black/65 text-white backdrop-blur-sm">
          <Glyph of="play" size={13} />
        </span>
      )}
    </div>
  )
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
