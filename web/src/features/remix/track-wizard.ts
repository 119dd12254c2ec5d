import { INPUT_ANALYTICS_THROTTLE_MS } from '@vignette/contract/recipe-limits.ts'
import { track } from '../../lib/analytics.ts'
import { createThrottledTrack } from '../../lib/throttled-track.ts'
import { reduceWizard, type WizardAction, type WizardState } from './wizard/reducer.ts'

const trackChange = createThrottledTrack(INPUT_ANALYTICS_THROTTLE_MS)

/** One event per action, with the step's index and type and the step shown after the action, never a value. */
export function trackWizard(workflowId: string, state: WizardState, action: WizardAction): void {
  const index = 'index' in action ? action.index : state.index
  const next = reduceWizard(state, action)
  const about = {
    workflow_id: workflowId,
    step: index + 1,
    /** 0 for the summary. */
    shown: next.showsSummary ? 0 : next.index + 1,
    input_type: state.steps[index]?.step_type ?? '',
  }
  switch (action.type) {
    case 'typed':
    case 'chosen':
    case 'uploadStarted':
      trackChange(`${workflowId}:${index}`, 'remix_input_changed', about)
      return
    case 'cleared':
      return track('remix_input_cleared', about)
    case 'next':
      return track('remix_step_continued', about)
    case 'back':
      return track('remix_step_back', about)
    case 'skip':
      return track('remix_step_skipped', about)
    case 'jump':
      return track('remix_step_jumped', about)
    case 'edit':
      return track('remix_input_edited', about)
    case 'review':
      return track('remix_reviewed', about)
    default:
      return
  }
}
