import type { StepState, WizardAction } from '../wizard/reducer.ts'
import type { WizardStep } from '../wizard/step.ts'
import type { Uploads } from './use-uploads.ts'

export interface StepProps {
  step: WizardStep
  state: StepState
  index: number
  dispatch: (action: WizardAction) => void
  uploads: Uploads
  /** Says that an editor with a button of its own is open, or closed. */
  onEditing?: (isOpen: boolean) => void
}
