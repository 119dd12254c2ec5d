import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { listUnanswered } from '../face-answers.ts'
import { FaceQuestion } from '../inputs/face-question.tsx'
import { StepInput } from '../inputs/step-input.tsx'
import type { Uploads } from '../inputs/use-uploads.ts'
import { canProceed, isLastStep, type WizardAction, type WizardState } from '../wizard/reducer.ts'
import { isEmpty } from '../wizard/rules.ts'
import { filesOf, type WizardStep } from '../wizard/step.ts'

export function StepCard({
  wizard,
  dispatch,
  uploads,
  takesFocus,
  help,
}: {
  wizard: WizardState
  /** What helps with the step, under its field. */
  help?: ReactNode
  /** True after a move between steps, but not when the page opens. */
  takesFocus: boolean
  dispatch: (action: WizardAction) => void
  uploads: Uploads
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isEditing, setIsEditing] = useState(false)
  // The answers themselves are kept beside the saved inputs.
  const [answers, setAnswers] = useState(0)
  const step = wizard.steps[wizard.index]
  const state = wizard.states[wizard.index]

  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  if (!step || !state) return null
  // The editor's own button ends the editing, and only then the step goes on.
  const files = filesOf(state.value)
  const mayContinue = canProceed(wizard) && !isEditing && listUnanswered(files).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mayContinue) dispatch({ type: 'next' })
  }
  const hearKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) event.currentTarget.requestSubmit()
  }
  const last = isLastStep(wizard)
  const skips = !step.required && isEmpty(state.value)
  return (
    // The button stays at its place from one step to the next.
    <Card className="flex min-h-96 animate-rise flex-col sm:min-h-[29rem]">
      <form onSubmit={submit} onKeyDown={hearKeys} noValidate className="flex grow flex-col">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {step.title}
          {step.required ? (
            <span className="text-accent" aria-hidden>
              {' '}
              *
            </span>
          ) : (
            <span className="ml-2 text-sm font-normal text-muted">Optional</span>
          )}
        </h2>
        {step.description && <p className="mt-1.5 max-w-prose text-muted">{describe(step)}</p>}
        <div className="mt-5 mb-7 grow">
          <StepInput
            step={step}
            state={state}
            index={wizard.index}
            dispatch={dispatch}
            uploads={uploads}
            onEditing={setIsEditing}
          />
          {!isEditing && <FaceQuestion files={files} onAnswer={() => setAnswers(answers + 1)} />}
          {help}
        </div>
        <ActionBar className="justify-between max-sm:-mx-5 max-sm:-mb-5 max-sm:rounded-b-lg">
          <Button
            kind="secondary"
            disabled={wizard.index === 0}
            onClick={() => dispatch({ type: 'back' })}
          >
            Back
          </Button>
          <div className="flex flex-wrap justify-end gap-3">
            {wizard.sawSummary && !last && (
              <Button kind="ghost" onClick={() => dispatch({ type: 'review' })}>
                Back to review
              </Button>
            )}
            {!step.required && (
              <Button
                kind={skips ? 'primary' : 'ghost'}
                className={cx(!skips && 'max-sm:hidden')}
                onClick={() => dispatch({ type: 'skip' })}
              >
                Skip this step
              </Button>
            )}
            <Button
              type="submit"
              kind={isEditing || skips ? 'secondary' : 'primary'}
              // One action on a phone.
              className={cx(skips && 'max-sm:hidden')}
              disabled={!mayContinue}
            >
              {last ? 'Review & Complete' : 'Continue'}
            </Button>
          </div>
        </ActionBar>
      </form>
    </Card>
  )
}

/** A help that is one of the ideas is an example, and reads as a value without saying so. */
function describe({ description, ideas }: WizardStep): string {
  return ideas.includes(description) ? `For example: ${description}` : description
}
