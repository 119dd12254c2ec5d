import type { MediaView } from '@vignette/contract/entities.ts'
import { useEffect, useRef, useState } from 'react'
import { useAdultGate } from '../lib/adult-gate.ts'
import { cx } from './class-names.ts'
import { Glyph } from './glyph.tsx'
import { Picture } from './media.tsx'

/** A film of a card: its poster, and the film itself only while a mouse is over the card. */
export function HoverFilm({
  media,
  url,
  alt,
  sizes,
  priority = false,
  hovered,
}: {
  media: MediaView | null | undefined
  url: string
  alt: string
  sizes: string
  priority?: boolean
  hovered: boolean
}) {
  const film = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const poster = media?.preview_url
  const [isOpen] = useAdultGate()

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

  // The cover, which asks for no file.
  if (media?.adult && !isOpen) return <Picture media={media} alt={alt} />
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
          media={media}
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
          'pointer-events-none absolute inset-0 size-full object-contain p-[6%] transition-opacity duration-200',
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
