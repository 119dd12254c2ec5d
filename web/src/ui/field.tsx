import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

const control =
  'w-full rounded-md border bg-surface text-ink text-base transition-colors duration-150 placeholder:text-muted hover:border-ink/60 disabled:opacity-60 aria-invalid:border-danger'
const rim = 'border-line-strong'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean
}

/** Label, control, hint and error, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  id,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function describe(id: string, hint: ReactNode, error: string | undefined) {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined
}

export function Input({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  ...rest
}: ComponentProps<'input'> & FieldProps) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <Field id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describe(id, hint, error)}
        className={cx(control, rim, 'h-11 px-3.5', className)}
      />
    </Field>
  )
}

export function Textarea({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  ...rest
}: ComponentProps<'textarea'> & FieldProps) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <Field id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <textarea
        rows={5}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describe(id, hint, error)}
        className={cx(control, rim, 'min-h-28 resize-y px-3.5 py-2.5 leading-relaxed', className)}
      />
    </Field>
  )
}

export interface Option {
  value: string
  label: string
}

/** The native list: best on a phone, and usable without scripts. */
export function Select({
  label,
  hint,
  error,
  hideLabel = false,
  options,
  placeholder,
  className,
  ...rest
}: ComponentProps<'select'> & FieldProps & { options: readonly Option[]; placeholder?: string }) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <Field id={id} label={label} hint={hint} error={error} hideLabel={hideLabel}>
      <span className="relative block">
        <select
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describe(id, hint, error)}
          className={cx(control, rim, 'h-11 appearance-none truncate pr-9 pl-3.5', className)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg
          aria-hidden
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        >
          <path
            d="m4 6 4 4 4-4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
          />
        </svg>
      </span>
    </Field>
  )
}
