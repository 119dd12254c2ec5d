import { textLimit } from '@vignette/contract/input-values.ts'
import { stepBetween } from '@vignette/contract/number-looks.ts'
import { useId } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { DayField } from '../../../ui/day-field.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { isEmpty, isNearLimit } from '../wizard/rules.ts'
import { StepFault } from './step-fault.tsx'
import type { StepProps } from './step-props.ts'

export function TextStep(props: StepProps) {
  const { step, state, index, dispatch } = props
  const value = typeof state.value === 'string' ? state.value : ''
  if (step.look === 'date') {
    return (
      <DayField
        label={step.title}
        hideLabel
        value={value}
        min={step.min}
        max={step.max}
        aria-required={step.required}
        error={state.error ?? undefined}
        onDay={(day) => dispatch({ type: 'typed', index, text: String(day ?? '') })}
      />
    )
  }
  if (step.look === 'slider' && step.min !== null && step.max !== null && step.min < step.max) {
    return <SliderStep {...props} min={step.min} max={step.max} />
  }
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

function SliderStep({
  step,
  state,
  index,
  dispatch,
  min,
  max,
}: StepProps & { min: number; max: number }) {
  const id = useId()
  const isGiven = !isEmpty(state.value)
  const at = Number(isGiven ? state.value : (step.initial ?? min))
  return (
    <div>
      <Slider
        large
        label={step.title}
        value={Number.isFinite(at) ? Math.min(max, Math.max(min, at)) : min}
        min={min}
        max={max}
        step={stepBetween(min, max)}
        format={(value) => (isGiven ? String(value) : 'Not chosen')}
        describedBy={state.error ? id : undefined}
        // Sums of tenths would show as 0.30000000000000004.
        onChange={(next) => dispatch({ type: 'typed', index, text: String(+next.toFixed(6)) })}
      />
      <StepFault id={id} error={state.error} />
    </div>
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
