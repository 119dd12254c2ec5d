import type { CreationView } from '@vignette/contract/creations.ts'
import { measureSheet } from '@vignette/contract/output-size.ts'
import { type KeyboardEvent, type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Picture, tintOf, Video } from '../../../ui/media.tsx'
import { Travel } from '../../../ui/travel.tsx'
import { CompareSlider, Lightbox, OnWall } from '../lazy-parts.ts'
import type { ShownFile } from '../read-images.ts'
import { Veil } from './reveal.tsx'

const unmeasured = 'max-h-[74vh] w-auto max-w-full rounded-md'

/** A film with its poster, else the picture with a badge, else a text; of a set the chosen file, above all. */
export function CreationMedia({
  creation,
  files,
  shown,
  onShow,
  title,
  before,
  isNew,
  from,
}: {
  creation: CreationView
  files: ShownFile[]
  /** Which of the files stands large. */
  shown: number
  onShow: (at: number) => void
  title: string
  /** The picture that the first file was made from. */
  before: string | undefined
  isNew: boolean
  /** The picture that was shown during the run; the result is faded in over it. */
  from: string | null | undefined
}) {
  /** What the reader chose; by default, a result that has just arrived stands alone. */
  const [chosen, setChosen] = useState<'alone' | 'compared' | 'on a wall'>()
  const turning = useTurning(files.length, shown, onShow)
  const file = files[shown]
  if (!file) {
    return (
      <div className="grid aspect-square place-items-center rounded-xl bg-sunken text-muted">
        Generated Content
      </div>
    )
  }
  const { url, media, isFilm } = file
  const name = files.length > 1 ? `${title}, ${shown + 1} of ${files.length}` : title
  const wish = chosen ?? (isNew ? 'alone' : 'compared')
  const source = shown === 0 && !isFilm ? before : undefined
  const comparing = source !== undefined && wish === 'compared'
  const prints =
    media !== null && !isFilm && !creation.proof && measureSheet(media) !== undefined ? media : null
  const hanging = prints !== null && wish === 'on a wall'
  const toggle = (to: 'compared' | 'on a wall', isOn: boolean) => setChosen(isOn ? 'alone' : to)
  const ratio = findRatio(media) ?? (comparing ? 1 : undefined)
  const large = isFilm ? (
    <Video
      media={media}
      url={url}
      poster={file.poster}
      label={name}
      controls
      loop
      className={cx('focus-visible:-outline-offset-2', ratio ? 'size-full rounded-md' : unmeasured)}
    />
  ) : (
    <Picture
      key={url}
      media={media}
      url={url}
      alt={name}
      priority
      fit={ratio ? 'cover' : 'contain'}
      sizes="(min-width: 1024px) 62vw, 100vw"
      {...(!ratio && { className: cx(unmeasured, 'h-auto') })}
    />
  )
  return (
    <div className="flex flex-col gap-3" {...turning}>
      <Stage creation={creation} media={media}>
        {hanging ? (
          <OnWall
            media={prints}
            url={url}
            title={name}
            waiting={<Frame ratio={ratio}>{large}</Frame>}
            failed={<Frame ratio={ratio}>{large}</Frame>}
          />
        ) : (
          <Frame ratio={ratio}>
            {comparing ? (
              <CompareSlider
                before={{ url: source }}
                after={{ url, media }}
                title={name}
                waiting={large}
                failed={large}
              />
            ) : (
              large
            )}
            {!comparing && !isFilm && <Enlarging url={url} title={name} />}
            {from && shown === 0 && <Veil url={from} />}
          </Frame>
        )}
      </Stage>
      {(!isFilm || files.length > 1) && (
        <div className="flex min-h-9 flex-wrap items-center gap-2">
          <span className="mr-auto">
            <Badge tone="quiet">
              {isFilm ? 'Film' : 'Image'}
              {files.length > 1 && ` ${shown + 1} of ${files.length}`}
            </Badge>
          </span>
          {source && (
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
      )}
      {files.length > 1 && <Thumbnails files={files} shown={shown} onShow={onShow} />}
    </div>
  )
}

/** How far a finger moves to the side before it turns to the next file. */
const SWIPE_PX = 48

/** Arrow keys and swipes turn from file to file; what takes them itself, as a slider, keeps them. */
function useTurning(count: number, shown: number, onShow: (at: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  if (count < 2) return {}
  const turn = (by: number) => onShow((shown + by + count) % count)
  const isOwn = (target: EventTarget) =>
    target instanceof Element && target.closest('[role=slider], video, input') === null
  return {
    onKeyDown: ({ key, target }: KeyboardEvent) => {
      if (!isOwn(target)) return
      if (key === 'ArrowRight') turn(1)
      if (key === 'ArrowLeft') turn(-1)
    },
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0]
      const isSwipe = touch && touches.length === 1 && isOwn(target)
      start.current = isSwipe ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!from || !touch) return
      const [across, down] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(down)) {
        turn(across < 0 ? 1 : -1)
      }
    },
  }
}

/** Lies over the picture, and shows it as large as the window. */
function Enlarging({ url, title }: { url: string; title: string }) {
  const [enlarged, setEnlarged] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEnlarged(false)
    opener.current?.focus()
  }
  return (
    <>
      <button
        type="button"
        ref={opener}
        aria-label="Enlarge the picture"
        onClick={() => setEnlarged(true)}
        className="absolute inset-0 cursor-zoom-in rounded-md focus-visible:-outline-offset-2"
      />
      {enlarged && <Lightbox url={url} title={title} onClose={close} failed={null} />}
    </>
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
  files,
  shown,
  onShow,
}: {
  files: ShownFile[]
  shown: number
  onShow: (at: number) => void
}) {
  return (
    <ul className="flex flex-wrap justify-center gap-2" aria-label="Images">
      {files.map(({ url, media, isFilm }, at) => (
        <li key={url}>
          <button
            type="button"
            aria-label={`Show ${isFilm ? 'film' : 'image'} ${at + 1}`}
            aria-current={at === shown}
            onClick={() => onShow(at)}
            className="relative block size-16 overflow-hidden rounded-sm border-2 border-transparent opacity-70 transition-opacity hover:opacity-100 aria-current:border-accent aria-current:opacity-100"
          >
            <Picture media={media} url={url} alt="" sizes="64px" />
          </button>
        </li>
      ))}
    </ul>
  )
}
