import { SELECT_RADIO_MAX } from '@vignette/contract/recipe-limits.ts'
import { useId } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/field.tsx'
import { NO_OPTIONS } from '../wizard/rules.ts'
import { StepFault } from './step-fault.tsx'
import type { StepProps } from './step-props.ts'

export function SelectStep({ step, state, index, dispatch }: StepProps) {
  const id = useId()
  const value = typeof state.value === 'string' ? state.value : ''
  const choose = (next: string) => {
    if (next) dispatch({ type: 'chosen', index, value: next })
    else dispatch({ type: 'cleared', index })
  }
  if (step.options.length === 0) return <Alert tone="warn">{NO_OPTIONS}</Alert>
  if (step.options.length > SELECT_RADIO_MAX) {
    return (
      <Select
        label={step.title}
        hideLabel
        options={step.options}
        placeholder="Choose one"
        value={value}
        aria-required={step.required}
        error={state.error ?? undefined}
        onChange={(event) => choose(event.target.value)}
      />
    )
  }
  return (
    <div>
      <RadioGroup
        legend={step.title}
        hideLegend
        options={step.options}
        value={value}
        onChange={choose}
        invalid={state.error !== null}
        {...(state.error ? { describedBy: id } : {})}
      />
      <StepFault id={id} error={state.error} />
    </div>
  )
}
