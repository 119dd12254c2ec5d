import type { CreationView } from '@vignette/contract/creations.ts'
import { measureSheet } from '@vignette/contract/output-size.ts'
import { type ReactNode, useRef, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Picture, tintOf, Video } from '../../../ui/media.tsx'
import { Travel } from '../../../ui/travel.tsx'
import { CompareSlider, Lightbox, OnWall } from '../lazy-parts.ts'
import { readImages } from '../read-images.ts'
import { Veil } from './reveal.tsx'

const unmeasured = 'max-h-[74vh] w-auto max-w-full rounded-md'

/** A film with its poster, else the pictures with a badge, else a text. */
export function CreationMedia({
  creation,
  title,
  before,
  isNew,
  from,
}: {
  creation: CreationView
  title: string
  before: string | undefined
  isNew: boolean
  /** The picture that was shown during the run; the result is faded in over it. */
  from: string | null | undefined
}) {
  const images = readImages(creation.images, creation.image)
  const [shown, setShown] = useState(0)
  /** What the reader chose; by default, a result that has just arrived stands alone. */
  const [chosen, setChosen] = useState<'alone' | 'compared' | 'on a wall'>()
  const [enlarged, setEnlarged] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEnlarged(false)
    opener.current?.focus()
  }
  const { media } = creation
  if (creation.video) {
    const film = media?.kind === 'video' ? media : null
    return (
      <Stage creation={creation} media={media}>
        <Frame ratio={findRatio(film)}>
          <Video
            media={film}
            url={creation.video}
            poster={media?.preview_url ?? creation.image ?? undefined}
            label={title}
            controls
            loop
            className={cx(
              'focus-visible:-outline-offset-2',
              findRatio(film) ? 'size-full rounded-md' : unmeasured,
            )}
          />
          {from && <Veil url={from} />}
        </Frame>
      </Stage>
    )
  }
  const image = images[shown] ?? images[0]
  if (!image) {
    return (
      <div className="grid aspect-square place-items-center rounded-xl bg-sunken text-muted">
        Generated Content
      </div>
    )
  }
  const own = media?.kind === 'image' && media.url === image ? media : null
  const wish = chosen ?? (isNew ? 'alone' : 'compared')
  const comparing = before !== undefined && wish === 'compared'
  const prints = own !== null && !creation.proof && measureSheet(own) !== undefined
  const hanging = prints && wish === 'on a wall'
  const toggle = (to: 'compared' | 'on a wall', isOn: boolean) => setChosen(isOn ? 'alone' : to)
  const ratio = findRatio(own) ?? (comparing ? 1 : undefined)
  const picture = (
    <Picture
      key={image}
      media={own}
      url={image}
      alt={title}
      priority
      fit={ratio ? 'cover' : 'contain'}
      sizes="(min-width: 1024px) 62vw, 100vw"
      {...(!ratio && { className: cx(unmeasured, 'h-auto') })}
    />
  )
  return (
    <div className="flex flex-col gap-3">
      <Stage creation={creation} media={own}>
        {hanging ? (
          <OnWall
            media={own}
            url={image}
            title={title}
            waiting={<Frame ratio={ratio}>{picture}</Frame>}
            failed={<Frame ratio={ratio}>{picture}</Frame>}
          />
        ) : (
          <Frame ratio={ratio}>
            {comparing ? (
              <CompareSlider
                before={{ url: before }}
                after={{ url: image, media: own }}
                title={title}
                waiting={picture}
                failed={picture}
              />
            ) : (
              <>
                {picture}
                <button
                  type="button"
                  ref={opener}
                  aria-label="Enlarge the picture"
                  onClick={() => setEnlarged(true)}
                  className="absolute inset-0 cursor-zoom-in rounded-md focus-visible:-outline-offset-2"
                />
              </>
            )}
            {from && <Veil url={from} />}
            {enlarged && <Lightbox url={image} title={title} onClose={close} failed={null} />}
          </Frame>
        )}
      </Stage>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <span className="mr-auto">
          <Badge tone="quiet">
            {images.length > 1 ? `Image ${shown + 1} of ${images.length}` : 'Image'}
          </Badge>
        </span>
        {before && (
          <Toggle isOn={comparing} onClick={() => toggle('compared', comparing)}>
            Before and after
          </Toggle>
        )}
        {prints && (
          <Toggle isOn={hanging} onClick={() => toggle('on a wall', hanging)}>
            On a wall
          </Toggle>
        )}
      </div>
      {images.length > 1 && <Thumbnails images={images} shown={shown} onShow={setShown} />}
    </div>
  )
}

function findRatio(media: CreationView['media']): number | undefined {
  return media?.width && media.height ? media.width / media.height : undefined
}

/** The ground that the creation stands on, of its own colours. */
function Stage({
  creation: { id, workflow_id },
  media,
  children,
}: {
  creation: CreationView
  media: CreationView['media']
  children: ReactNode
}) {
  return (
    <Travel name={`recipe-${workflow_id}`}>
      <Travel name={`creation-${id}`}>
        <div className="rounded-xl bg-sunken p-3 sm:p-6 lg:p-8" style={tintOf(media)}>
          {children}
        </div>
      </Travel>
    </Travel>
  )
}

function Toggle({
  isOn,
  onClick,
  children,
}: {
  isOn: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="min-h-11 rounded-full border border-line bg-surface px-4 text-sm font-medium transition-colors hover:border-line-strong aria-pressed:border-ink"
    >
      {children}
    </button>
  )
}

/** As large as the screen allows, in the picture's own ratio: no bars, and no layout shift. */
function Frame({ ratio, children }: { ratio: number | undefined; children: ReactNode }) {
  if (!ratio) return <div className="relative flex justify-center">{children}</div>
  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-md bg-sunken drop-shadow-hung"
      style={{ aspectRatio: ratio, maxWidth: `calc(74vh * ${ratio})` }}
    >
      {children}
    </div>
  )
}

function Thumbnails({
  images,
  shown,
  onShow,
}: {
  images: string[]
  shown: number
  onShow: (at: number) => void
}) {
  return (
    <ul className="flex flex-wrap justify-center gap-2" aria-label="Images">
      {images.map((image, i) => (
        <li key={image}>
          <button
            type="button"
            aria-label={`Show image ${i + 1}`}
            aria-current={i === shown}
            onClick={() => onShow(i)}
            className="size-16 overflow-hidden rounded-sm border-2 border-transparent opacity-70 transition-opacity hover:opacity-100 aria-current:border-accent aria-current:opacity-100"
          >
            <Picture url={image} alt="" sizes="64px" />
          </button>
        </li>
      ))}
    </ul>
  )
}
