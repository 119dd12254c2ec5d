import { isEmpty, startWizard, type WizardState, type WizardStep } from '../../remix/index.ts'

/** The form of a changed recipe, with what was given for the inputs that are still there. */
export function renewForm(old: WizardState, steps: WizardStep[]): WizardState {
  const fresh = startWizard(steps)
  const states = fresh.states.map((state, i) => {
    const step = steps[i]
    const at = old.steps.findIndex(
      ({ key, step_type }) => key === step?.key && step_type === step.step_type,
    )
    const kept = old.states[at]
    return kept && !isEmpty(kept.value) ? kept : state
  })
  return { ...fresh, states }
}
