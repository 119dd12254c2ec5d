import { useId, useState } from 'react'

/** The input picture under the result: a native range moves the divider, so keys and touch work. */
export function CompareSlider({
  before,
  after,
  ratio,
  title,
}: {
  before: string
  after: string
  ratio: number
  title: string
}) {
  const [percent, setPercent] = useState(50)
  const id = useId()
  return (
    <div
      className="group relative mx-auto w-full overflow-hidden rounded-xl bg-sunken select-none"
      style={{ aspectRatio: ratio, maxWidth: `calc(78vh * ${ratio})` }}
    >
      <img src={after} alt={title} className="absolute inset-0 size-full object-cover" />
      <img
        src={before}
        alt="The input it was made from"
        className="absolute inset-0 size-full object-cover"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-high"
        style={{ left: `${percent}%` }}
      >
        <span className="absolute top-1/2 left-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-white text-sm font-semibold text-black shadow-high group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-2 group-has-focus-visible:outline-accent">
          ‹ ›
        </span>
      </div>
      <span className="pointer-events-none absolute top-3 left-3 rounded-full bg-black/70 px-2.5 py-1 text-2xs font-semibold text-white">
        Before
      </span>
      <span className="pointer-events-none absolute top-3 right-3 rounded-full bg-black/70 px-2.5 py-1 text-2xs font-semibold text-white">
        After
      </span>
      <label htmlFor={id} className="sr-only">
        How much of the input to show
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-valuetext={`${percent}% input`}
        onChange={(event) => setPercent(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
      />
    </div>
  )
}
