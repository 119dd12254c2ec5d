import type { MediaView } from '@vignette/contract/entities.ts'
import { type ComponentProps, type CSSProperties, useState } from 'react'
import { useAdultGate } from '../lib/adult-gate.ts'
import { Badge } from './badge.tsx'
import { cx } from './class-names.ts'

const VIDEO = /\.(mp4|webm|mov)(?:$|[?#])/i

/** The specification decides by the URL's extension. */
export function isVideoUrl(url: string): boolean {
  return VIDEO.test(url)
}

/** What a picture needs of its file. */
type Shown = Pick<
  MediaView,
  'url' | 'width' | 'height' | 'preview_url' | 'placeholder' | 'variants' | 'adult'
>

function buildSrcSet(media: Shown, format: 'webp' | 'avif'): string | undefined {
  const set = media.variants
    .filter((variant) => variant.format === format)
    .toSorted((a, b) => a.width - b.width)
    .map((variant) => `${variant.url} ${variant.width}w`)
  return set.length > 0 ? set.join(', ') : undefined
}

function MediaFailure({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <div className={cx('grid place-items-center bg-sunken p-4 text-sm text-muted', className)}>
      {text}
    </div>
  )
}

/** The picture's own colours behind a veil: its placeholder is in the answer, so nothing is asked for. */
export function tintOf(media: Pick<Shown, 'placeholder'> | null | undefined): CSSProperties {
  if (!media?.placeholder) return {}
  return {
    backgroundImage: `linear-gradient(var(--veil), var(--veil)), url(${media.placeholder})`,
    // So near that the few dots beside its middle melt into one soft colour.
    backgroundSize: '1600% 1600%',
    backgroundPosition: '50% 38%',
  }
}

/** With room around it, on its ground. */
export const HUNG = 'p-[6%] drop-shadow-hung'

/** Fills the square boxes of cards and tiles, and so has no ground to hang on. */
const isSquare = (media: Shown | null | undefined) =>
  media?.width != null && media.width === media.height

/** The file is not asked for: the creation's page asks for the age first. */
function AdultCover({ media, className }: { media: Shown; className?: string | undefined }) {
  return (
    <span className={cx('grid size-full place-items-center', className)} style={tintOf(media)}>
      <Badge tone="media">
        <span aria-hidden>18+</span>
        <span className="sr-only">Adult content</span>
      </Badge>
    </span>
  )
}

interface PictureProps {
  media?: Shown | null | undefined
  /** For media with only a URL. */
  url?: string | undefined
  alt: string
  sizes?: string
  /** Loads at once, for the largest picture in the first view. */
  priority?: boolean
  /** `whole` hangs the picture uncut on a ground of its own colours that fills the box. */
  fit?: 'cover' | 'contain' | 'whole'
  failure?: string
  className?: string
}

/** The container or the picture's ratio reserves the space, so that the layout does not shift. */
export function Picture({
  media,
  url,
  alt,
  sizes = '100vw',
  priority = false,
  fit = 'cover',
  failure = 'Image unavailable',
  className,
}: PictureProps) {
  const [failed, setFailed] = useState(false)
  const [isOpen] = useAdultGate()
  const source = media?.preview_url ?? media?.url ?? url
  if (media?.adult && !isOpen) return <AdultCover media={media} className={className} />
  if (failed || !source)
    return <MediaFailure text={failure} className={cx('size-full', className)} />
  const avif = media ? buildSrcSet(media, 'avif') : undefined
  const webp = media ? buildSrcSet(media, 'webp') : undefined
  const picture = (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={source}
        alt={alt}
        width={media?.width ?? undefined}
        height={media?.height ?? undefined}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={() => setFailed(true)}
        style={
          media?.placeholder && fit === 'cover'
            ? { backgroundImage: `url(${media.placeholder})`, backgroundSize: 'cover' }
            : undefined
        }
        className={cx(
          fit !== 'contain' && 'size-full',
          fit === 'cover' ? 'object-cover' : 'object-contain',
          fit === 'whole' && !isSquare(media) && HUNG,
          className,
        )}
      />
    </picture>
  )
  if (fit !== 'whole') return picture
  return (
    <span className="block size-full" style={tintOf(media)}>
      {picture}
    </span>
  )
}

/** The browser's own player brings keyboard control, full screen and picture-in-picture. */
export function Video({
  media,
  url,
  label,
  failure = 'Preview unavailable',
  className,
  ...rest
}: {
  media?: MediaView | null | undefined
  url?: string | undefined
  label: string
  failure?: string
} & Omit<ComponentProps<'video'>, 'src'>) {
  const [failed, setFailed] = useState(false)
  const [isOpen] = useAdultGate()
  const source = media?.url ?? url
  if (media?.adult && !isOpen) return <AdultCover media={media} className={className} />
  if (failed || !source)
    return <MediaFailure text={failure} className={cx('size-full', className)} />
  return (
    <video
      playsInline
      preload="metadata"
      {...rest}
      src={source}
      poster={rest.poster ?? media?.preview_url ?? undefined}
      width={media?.width ?? undefined}
      height={media?.height ?? undefined}
      aria-label={label}
      onError={() => setFailed(true)}
      className={className}
    >
      {/* Generated films have no speech, so no captions exist. */}
      <track kind="captions" />
    </video>
  )
}
