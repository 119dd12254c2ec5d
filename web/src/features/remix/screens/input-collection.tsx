import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ArrowLeft } from '../../../ui/icons.tsx'
import { Progress } from '../../../ui/progress.tsx'
import type { BroughtCode } from '../../creations/index.ts'
import { useUploads } from '../inputs/use-uploads.ts'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { trackWizard } from '../track-wizard.ts'
import { percentComplete, type WizardAction } from '../wizard/reducer.ts'
import { OpenAuthorisation } from './open-authorisation.tsx'
import { StepCard } from './step-card.tsx'
import { StepHelp } from './step-help.tsx'
import { StepStrip } from './step-strip.tsx'
import { Summary } from './summary.tsx'

const MOVES: WizardAction['type'][] = ['next', 'back', 'skip', 'jump', 'edit', 'review', 'resume']

export function InputCollection({
  context,
  code,
  isSubmitting,
  isReleasing,
  send,
  onLeave,
}: {
  context: RemixContext
  code: BroughtCode | undefined
  isSubmitting: boolean
  isReleasing: boolean
  send: (event: RemixEvent) => void
  onLeave: () => void
}) {
  const { wizard, workflow, workflowId, notice, open } = context
  const [hasMoved, setHasMoved] = useState(false)
  const dispatch = (action: WizardAction) => {
    if (MOVES.includes(action.type)) setHasMoved(true)
    trackWizard(workflowId, wizard, action)
    send({ type: 'WIZARD', action })
  }
  const uploads = useUploads((action) => {
    if (action.type === 'uploadStarted') trackWizard(workflowId, wizard, action)
    send({ type: 'WIZARD', action })
  })
  const percent = wizard.showsSummary ? 100 : percentComplete(wizard)
  return (
    <>
      <button
        type="button"
        onClick={onLeave}
        className="inline-flex h-9 items-center gap-1.5 text-sm text-muted transition-colors hover:text-ink"
      >
        <Icon of={ArrowLeft} size={16} />
        Cancel and go back
      </button>
      <h1 className="mt-3 text-2xl">Configure Your Remix</h1>
      <div className="mt-5 flex justify-between text-sm">
        <p aria-live="polite">
          Step {wizard.index + 1} of {wizard.steps.length}
        </p>
        <p className="text-muted tabular-nums">{percent}% complete</p>
      </div>
      <div className="mt-2">
        <Progress label="Inputs completed" value={percent} />
      </div>
      {!wizard.showsSummary && (
        <StepStrip wizard={wizard} onJump={(index) => dispatch({ type: 'jump', index })} />
      )}
      <div className="mt-5 flex flex-col gap-4">
        {workflow?.unavailable && (
          <Alert tone="warn" title="This recipe cannot be remixed right now">
            {workflow.unavailable}
          </Alert>
        )}
        {workflow?.not_for_sale &&
          !workflow.paused &&
          !workflow.is_owner &&
          !open &&
          !workflow.unavailable && (
            <Alert tone="warn" title="This recipe cannot be bought now">
              {workflow.not_for_sale}
            </Alert>
          )}
        {workflow?.paused && !open && (
          <Alert tone="warn" title="Back soon">
            {workflow.not_for_sale}
          </Alert>
        )}
        {notice && <Alert>{notice}</Alert>}
        {open && <OpenAuthorisation open={open} isReleasing={isReleasing} send={send} />}
        {wizard.showsSummary ? (
          <Summary
            context={context}
            code={code}
            isSubmitting={isSubmitting}
            send={send}
            dispatch={dispatch}
          />
        ) : (
          <StepCard
            key={wizard.index}
            wizard={wizard}
            dispatch={dispatch}
            uploads={uploads}
            takesFocus={hasMoved}
            help={workflow && <StepHelp workflow={workflow} wizard={wizard} dispatch={dispatch} />}
          />
        )}
      </div>
    </>
  )
}
