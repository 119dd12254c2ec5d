import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'
import type { Option } from './field.tsx'

const mark = 'mt-0.5 size-5 shrink-0 accent-accent'

export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <div className={cx('flex items-start gap-3', className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={mark}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <div>
        <label htmlFor={id} className="text-[0.9375rem]">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

/** Native radios bring arrow keys, grouping and form support. */
export function RadioGroup({
  legend,
  hideLegend = false,
  name,
  options,
  value,
  onChange,
  describedBy,
  error,
  invalid = error !== undefined,
}: {
  legend: ReactNode
  hideLegend?: boolean
  name?: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  describedBy?: string
  error?: string | undefined
  invalid?: boolean
}) {
  const own = useId()
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      aria-describedby={error ? `${own}-error` : describedBy}
      data-invalid={invalid || undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-sm font-medium'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex items-center gap-3 rounded-md border bg-surface px-3.5 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash',
            invalid ? 'border-danger' : 'border-line',
          )}
        >
          <input
            type="radio"
            name={name ?? own}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">{option.label}</span>
        </label>
      ))}
      {error && (
        <p id={`${own}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
