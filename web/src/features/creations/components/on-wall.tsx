import type { CreationView } from '@vignette/contract/creations.ts'
import { describeSheet, measureSheet } from '@vignette/contract/output-size.ts'

/** All in centimetres, as is the drawing: a picture looks as large above the sideboard as it will. */
const SIDEBOARD = { width: 120, height: 45 }
const FLOOR = 200
const ROOM_ABOVE = 16
const FRAME = 1.4
/** Around all, so that even a small picture is the scene's largest thing but one. */
const HEADROOM = 14
const SIDE = 18

/** The picture in a frame, in the size in which its file prints at 300 dots an inch. */
export function OnWall({
  media,
  url,
  title,
}: {
  media: NonNullable<CreationView['media']>
  url: string
  title: string
}) {
  const sheet = measureSheet(media)
  if (!sheet) return null
  const { width, height } = sheet
  const wall = Math.max(SIDEBOARD.width, width) + 2 * SIDE
  const left = (wall - width) / 2
  const top = FLOOR - SIDEBOARD.height - ROOM_ABOVE - height
  const ceiling = top - HEADROOM
  const scale = `${describeSheet(media)} in print, above a low sideboard of ${SIDEBOARD.width} × ${SIDEBOARD.height} cm`
  return (
    <figure className="flex flex-col">
      <svg
        role="img"
        aria-label={`${title}, ${scale}`}
        viewBox={`0 ${ceiling} ${wall} ${FLOOR + 4 - ceiling}`}
        className="max-h-[72vh] w-full"
      >
        <path d={`M0 ${FLOOR}H${wall}`} className="stroke-ink/50" strokeWidth="0.4" />
        <rect
          x={left - FRAME}
          y={top - FRAME}
          width={width + 2 * FRAME}
          height={height + 2 * FRAME}
          className="fill-ink drop-shadow-hung"
        />
        <image
          href={media.preview_url ?? url}
          x={left}
          y={top}
          width={width}
          height={height}
          preserveAspectRatio="none"
        />
        <Sideboard middle={wall / 2} />
      </svg>
      <figcaption className="mx-auto mt-3 rounded-full bg-surface px-3.5 py-1 text-center text-sm text-balance tabular-nums">
        {scale}.
      </figcaption>
    </figure>
  )
}

/** With a lamp and two books, whose size everybody knows. */
function Sideboard({ middle }: { middle: number }) {
  const left = middle - SIDEBOARD.width / 2
  const top = FLOOR - SIDEBOARD.height
  return (
    <g aria-hidden className="fill-surface stroke-ink" strokeWidth="0.4" strokeLinejoin="round">
      <path
        d={`M${left + 6} ${top}L${left + 3} ${FLOOR}M${left + 114} ${top}L${left + 117} ${FLOOR}`}
      />
      <rect x={left + 4} y={top + 4} width={SIDEBOARD.width - 8} height="16" />
      <path
        d={`M${middle} ${top + 4}v16M${middle - 6} ${top + 12}h3M${middle + 3} ${top + 12}h3`}
      />
      <rect x={left} y={top} width={SIDEBOARD.width} height="4" rx="1" />
      <rect x={left + 91} y={top - 3} width="21" height="3" />
      <rect x={left + 93} y={top - 5.5} width="18" height="2.5" />
      <path d={`M${left + 17} ${top - 1}v-20`} />
      <path d={`M${left + 11} ${top}a6 1.6 0 0 1 12 0z`} />
      <path d={`M${left + 12} ${top - 36}h10l5 15h-20z`} />
    </g>
  )
}
