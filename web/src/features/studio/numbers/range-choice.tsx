import { NUMBER_RANGES, type NumberRange } from '@vignette/contract/number-limits.ts'
import { cx } from '../../../ui/class-names.ts'

export function readRange(text: string | null): NumberRange {
  return NUMBER_RANGES.find((range) => range === text) ?? '30'
}

export function RangeChoice({
  range,
  onChange,
}: {
  range: NumberRange
  onChange: (range: NumberRange) => void
}) {
  return (
    <div role="group" aria-label="Time" className="flex max-w-lg gap-1 rounded-full bg-sunken p-1">
      {NUMBER_RANGES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === range}
          onClick={() => onChange(one)}
          className={cx(
            'h-11 min-w-11 flex-1 rounded-full px-2 text-sm font-medium transition-colors sm:px-4',
            one === range
              ? 'bg-raised text-ink shadow-lift ring-1 ring-line'
              : 'text-muted hover:text-ink',
          )}
        >
          {one === 'all' ? 'All' : one}
          {one !== 'all' && (
            <>
              <span aria-hidden className="sm:hidden">
                {' d'}
              </span>
              <span className="sr-only sm:not-sr-only"> days</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
