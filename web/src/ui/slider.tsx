import { Slider as Radix } from 'radix-ui'
import { useId } from 'react'
import { cx } from './class-names.ts'

export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  format = String,
  onChange,
  disabled = false,
  large = false,
  describedBy,
}: {
  label: string
  value: number
  min: number
  max: number
  step?: number
  format?: (value: number) => string
  onChange: (value: number) => void
  disabled?: boolean
  /** For a question of its own: the value stands large, both ends below, and the label is for screen readers. */
  large?: boolean
  describedBy?: string | undefined
}) {
  const id = useId()
  return (
    <div>
      <div className="flex justify-between text-sm">
        <span id={id} className={large ? 'sr-only' : 'font-medium'}>
          {label}
        </span>
        <output className={cx('tabular-nums', large ? 'text-3xl' : 'text-muted')}>
          {format(value)}
        </output>
      </div>
      <Radix.Root
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        // A press that moves nothing is an answer, too.
        {...(large && !disabled && { onPointerDown: () => onChange(value) })}
        className="relative flex h-11 touch-none items-center select-none data-disabled:opacity-50"
      >
        <Radix.Track className="relative h-1 grow rounded-full bg-line">
          <Radix.Range className="absolute h-full rounded-full bg-ink" />
        </Radix.Track>
        <Radix.Thumb
          aria-labelledby={id}
          aria-valuetext={format(value)}
          aria-describedby={describedBy}
          className="block size-5 rounded-full border-2 border-ink bg-surface shadow-lift transition-transform active:scale-110"
        />
      </Radix.Root>
      {large && (
        <p aria-hidden className="flex justify-between text-sm text-muted tabular-nums">
          <span>{min}</span>
          <span>{max}</span>
        </p>
      )}
    </div>
  )
}
