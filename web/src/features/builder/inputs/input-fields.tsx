import { StepInput, type Uploads, type WizardAction, type WizardState } from '../../remix/index.ts'

/** All inputs of a recipe on one page, in the wizard's own fields. */
export function InputFields({
  form,
  dispatch,
  uploads,
}: {
  form: WizardState
  dispatch: (action: WizardAction) => void
  uploads: Uploads
}) {
  return (
    <>
      {form.steps.map((step, index) => {
        const state = form.states[index]
        return (
          state && (
            <fieldset key={`${step.key} ${index}`} className="min-w-0">
              <legend className="mb-1.5 text-sm font-medium">
                {step.title || 'Without a name'}
                {step.required ? (
                  <span className="text-accent" aria-hidden>
                    {' '}
                    *
                  </span>
                ) : (
                  <span className="ml-2 font-normal text-muted">Optional</span>
                )}
              </legend>
              {step.description && <p className="mb-2 text-sm text-muted">{step.description}</p>}
              <StepInput
                step={step}
                state={state}
                index={index}
                dispatch={dispatch}
                uploads={uploads}
              />
            </fieldset>
          )
        )
      })}
    </>
  )
}
