import { textLimit } from '@vignette/contract/input-values.ts'
import { useId } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Input, Textarea } from '../../../ui/field.tsx'
import { isNearLimit } from '../wizard/rules.ts'
import type { StepProps } from './step-props.ts'

export function TextStep({ step, state, index, dispatch }: StepProps) {
  const value = typeof state.value === 'string' ? state.value : ''
  return (
    <Input
      label={step.title}
      hideLabel
      value={value}
      autoComplete="off"
      // A phone's number keyboard has no minus.
      inputMode={step.numeric && (step.min ?? -1) >= 0 ? 'decimal' : undefined}
      placeholder={step.numeric ? numberRange(step.min, step.max) : undefined}
      aria-required={step.required}
      error={state.error ?? undefined}
      onChange={(event) => dispatch({ type: 'typed', index, text: event.target.value })}
    />
  )
}

export function TextareaStep({ step, state, index, dispatch }: StepProps) {
  const id = useId()
  const value = typeof state.value === 'string' ? state.value : ''
  const limit = textLimit(step)
  const isNear = isNearLimit(value.length, limit)
  return (
    <div>
      <Textarea
        label={step.title}
        hideLabel
        value={value}
        aria-required={step.required}
        aria-details={id}
        error={state.error ?? undefined}
        onChange={(event) => dispatch({ type: 'typed', index, text: event.target.value })}
      />
      <p
        id={id}
        className={cx(
          'mt-2 text-right text-sm tabular-nums',
          value.length > limit ? 'text-danger' : isNear ? 'text-warn' : 'text-muted',
        )}
      >
        {value.length}/{limit}
        <span aria-live="polite" className={isNear && value.length <= limit ? 'ml-2' : 'sr-only'}>
          {isNear && value.length <= limit ? 'Approaching the character limit' : ''}
        </span>
      </p>
    </div>
  )
}

function numberRange(min: number | null, max: number | null): string | undefined {
  if (min !== null && max !== null) return `${min} to ${max}`
  if (min !== null) return `${min} or more`
  return max !== null ? `${max} or less` : undefined
}
