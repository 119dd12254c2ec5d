import { Slider as Radix } from 'radix-ui'
import { useId } from 'react'

export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  format = String,
  onChange,
  disabled = false,
}: {
  label: string
  value: number
  min: number
  max: number
  step?: number
  format?: (value: number) => string
  onChange: (value: number) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div>
      <div className="flex justify-between text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        <output className="text-muted tabular-nums">{format(value)}</output>
      </div>
      <Radix.Root
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        className="relative flex h-11 touch-none items-center select-none data-disabled:opacity-50"
      >
        <Radix.Track className="relative h-1 grow rounded-full bg-line">
          <Radix.Range className="absolute h-full rounded-full bg-ink" />
        </Radix.Track>
        <Radix.Thumb
          aria-labelledby={id}
          aria-valuetext={format(value)}
          className="block size-5 rounded-full border-2 border-ink bg-surface shadow-lift transition-transform active:scale-110"
        />
      </Radix.Root>
    </div>
  )
}
