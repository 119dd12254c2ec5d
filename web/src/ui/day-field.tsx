import { DAYS, dayOfIso, isoOfDay } from '@vignette/contract/number-looks.ts'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { Input } from './field.tsx'

/** A day as the number 20190614, asked for in the reader's own order of day, month and year. */
export function DayField({
  value,
  min,
  max,
  onDay,
  className,
  ...rest
}: Omit<ComponentProps<typeof Input>, 'value' | 'min' | 'max' | 'type' | 'onChange'> & {
  value: unknown
  min?: unknown
  max?: unknown
  /** Undefined while the date is not complete. */
  onDay: (day: number | undefined) => void
}) {
  return (
    <Input
      {...rest}
      type="date"
      value={isoOfDay(value) ?? ''}
      min={isoOfDay(min) ?? isoOfDay(DAYS.first)}
      max={isoOfDay(max) ?? isoOfDay(DAYS.last)}
      onChange={({ target }) => onDay(dayOfIso(target.value))}
      className={cx('min-w-0 appearance-none sm:max-w-60', className)}
    />
  )
}
