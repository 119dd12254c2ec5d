import type { CreationView } from '@vignette/contract/creations.ts'
import { describeSheet, measureSheet } from '@vignette/contract/output-size.ts'

/** All in centimetres, as is the drawing: a picture looks as large beside the sofa as it will. */
const WALL = 280
const FLOOR = 200
const SOFA = { width: 200, height: 60 }
const ABOVE_SOFA = 24
const FRAME = 1.4
const HEADROOM = 40

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
  const left = (WALL - width) / 2
  const top = FLOOR - SOFA.height - ABOVE_SOFA - height
  const ceiling = top - HEADROOM
  const scale = `${describeSheet(media)} in print, above a sofa of ${SOFA.width} × ${SOFA.height} cm`
  return (
    <figure className="flex flex-col">
      <svg
        role="img"
        aria-label={`${title}, ${scale}`}
        viewBox={`0 ${ceiling} ${WALL} ${FLOOR + 12 - ceiling}`}
        className="max-h-[72vh] w-full"
      >
        <path d={`M0 ${FLOOR}H${WALL}`} className="stroke-ink/50" strokeWidth="0.4" />
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
        <Sofa />
      </svg>
      <figcaption className="mx-auto mt-3 rounded-full bg-surface px-3.5 py-1 text-center text-sm text-balance tabular-nums">
        {scale}.
      </figcaption>
    </figure>
  )
}

function Sofa() {
  const left = (WALL - SOFA.width) / 2
  const top = FLOOR - SOFA.height
  return (
    <g aria-hidden className="fill-surface stroke-ink" strokeWidth="0.4" strokeLinejoin="round">
      <path d={`M${left + 14} ${FLOOR - 7}v7M${left + SOFA.width - 14} ${FLOOR - 7}v7`} />
      <rect x={left + 10} y={top} width={SOFA.width - 20} height="44" rx="7" />
      <path d={`M${WALL / 2} ${top}v30`} />
      <rect x={left + 16} y={FLOOR - 32} width={SOFA.width - 32} height="25" rx="5" />
      <path d={`M${WALL / 2} ${FLOOR - 32}v25`} />
      <rect x={left} y={FLOOR - 42} width="20" height="35" rx="7" />
      <rect x={left + SOFA.width - 20} y={FLOOR - 42} width="20" height="35" rx="7" />
    </g>
  )
}
