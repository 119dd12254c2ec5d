import { labelOfValue } from '@vignette/contract/labels.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { Button } from '../../../ui/button.tsx'
import type { WizardAction, WizardState } from '../wizard/reducer.ts'
import { isTextStep } from '../wizard/step.ts'
import { drawsWords, hasIdeas, ideasFor, surprise } from '../wizard/words.ts'
import { WordsLine } from './words-line.tsx'

/** Under a text: what will be drawn of it, and ideas to tap. */
export function StepHelp({
  workflow,
  wizard,
  dispatch,
}: {
  workflow: WorkflowView
  wizard: WizardState
  dispatch: (action: WizardAction) => void
}) {
  const step = wizard.steps[wizard.index]
  const draws = drawsWords(workflow)
  if (!step || !isTextStep(step)) return null
  const ideas = ideasFor(step)
  const value = wizard.states[wizard.index]?.value
  return (
    <div className="mt-3 flex flex-col gap-3">
      {draws && !step.numeric && (
        <WordsLine workflow={workflow} wizard={wizard} stepKey={step.key} dispatch={dispatch} />
      )}
      {ideas.length > 0 && (
        <div>
          <p id="ideas" className="text-sm text-muted">
            Ideas to tap
          </p>
          <ul aria-labelledby="ideas" className="mt-2 flex flex-wrap gap-2">
            {ideas.map((idea) => (
              <li key={idea} className="max-w-full">
                <button
                  type="button"
                  aria-pressed={idea === value}
                  onClick={() => dispatch({ type: 'typed', index: wizard.index, text: idea })}
                  className="min-h-11 rounded-xl border border-line bg-surface px-4 py-2 text-left text-sm break-words transition-colors hover:border-line-strong hover:bg-sunken aria-pressed:border-ink"
                >
                  {labelOfValue(step, idea)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {wizard.index === 0 && hasIdeas(wizard) && (
        <div>
          <Button
            kind="secondary"
            onClick={() => {
              dispatch({ type: 'restore', inputs: surprise(wizard) })
              dispatch({ type: 'resume' })
            }}
          >
            Surprise me
          </Button>
        </div>
      )}
    </div>
  )
}
