import type { MediaView } from '@vignette/contract/entities.ts'
import { useId, useState } from 'react'
import { Picture } from '../../../ui/media.tsx'

interface ComparedPicture {
  url: string
  media?: MediaView | null
}

/**
 * The input picture over the result, filling its frame: a native range moves the divider, so keys
 * and touch work.
 */
export function CompareSlider({
  before,
  after,
  title,
  sizes = '(min-width: 1024px) 62vw, 100vw',
}: {
  before: ComparedPicture
  after: ComparedPicture
  title: string
  sizes?: string
}) {
  const [percent, setPercent] = useState(50)
  const id = useId()
  return (
    <div className="group absolute inset-0 select-none">
      <Picture {...after} alt={title} sizes={sizes} priority />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
        <Picture {...before} alt="The picture it was made from" sizes={sizes} priority />
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-high"
        style={{ left: `${percent}%` }}
      >
        <span className="absolute top-1/2 left-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-white text-sm font-semibold text-black shadow-high group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-2 group-has-focus-visible:outline-accent">
          ‹ ›
        </span>
      </div>
      <span className="pointer-events-none absolute bottom-3 left-3 rounded-full bg-black/70 px-2.5 py-1 text-2xs font-semibold text-white">
        Before
      </span>
      <span className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-black/70 px-2.5 py-1 text-2xs font-semibold text-white">
        After
      </span>
      <label htmlFor={id} className="sr-only">
        How much of the picture before to show
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-valuetext={`${percent}% before`}
        onChange={(event) => setPercent(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
      />
    </div>
  )
}
