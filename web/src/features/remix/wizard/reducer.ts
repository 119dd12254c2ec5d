import { textLimit } from '@vignette/contract/input-values.ts'
import { findFault, isEmpty, UPLOADING } from './rules.ts'
import { isTextStep, readValue, type StepValue, type WizardStep } from './step.ts'

export interface StepState {
  value: StepValue
  isValid: boolean
  isSkipped: boolean
  error: string | null
  /** What the server would refuse of this value. */
  unfit?: string | undefined
}

export interface WizardState {
  steps: WizardStep[]
  states: StepState[]
  index: number
  showsSummary: boolean
  /** The steps before this one were confirmed or skipped by the visitor; a default alone is neither. */
  reached: number
  /** True once the summary was shown, so that an edit can return directly. */
  sawSummary: boolean
}

/** Where a visitor stands: the step, and how many steps they have confirmed. */
export interface Place {
  index: number
  reached: number
}

export type WizardAction =
  | { type: 'typed'; index: number; text: string }
  | { type: 'chosen'; index: number; value: StepValue }
  | { type: 'uploadStarted'; index: number }
  | { type: 'uploadFailed'; index: number; error: string }
  | { type: 'cleared'; index: number }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'skip' }
  | { type: 'jump'; index: number }
  | { type: 'edit'; index: number }
  | { type: 'review' }
  | { type: 'restore'; inputs: Record<string, unknown> }
  | { type: 'resume' }
  | { type: 'revisit'; place: Place }
  | { type: 'turn'; index: number }
  | { type: 'unfit'; index: number; text: string; error: string | undefined }
  | { type: 'refused'; faults: { index: number; error: string }[] }

export function startWizard(steps: WizardStep[]): WizardState {
  return {
    steps,
    states: steps.map((step) => stateFor(step, step.initial)),
    index: 0,
    reached: 0,
    showsSummary: false,
    sawSummary: false,
  }
}

export function reduceWizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'typed':
      return setStep(state, action.index, (step) => ({
        value: action.text,
        isValid: false,
        isSkipped: false,
        error: overLimit(step, action.text) ? findFault(step, action.text) : null,
      }))
    case 'chosen':
      return setStep(state, action.index, (step) => stateFor(step, action.value, true))
    case 'uploadStarted':
      return setStep(state, action.index, (_, old) => ({
        ...old,
        isValid: false,
        isSkipped: false,
        error: UPLOADING,
      }))
    case 'uploadFailed':
      // The step's earlier value is still good.
      return setStep(state, action.index, (step, old) => ({
        ...old,
        isValid: old.isSkipped || (!isEmpty(old.value) && findFault(step, old.value) === null),
        error: action.error,
      }))
    case 'cleared':
      return setStep(state, action.index, () => blank())
    case 'next':
      return goNext(state)
    case 'back':
      if (state.showsSummary) return { ...state, showsSummary: false }
      return state.index > 0 ? { ...state, index: state.index - 1 } : state
    case 'skip':
      return skip(state)
    case 'jump':
      return canJump(state, action.index) ? { ...state, index: action.index } : state
    case 'edit':
      return state.steps[action.index]
        ? { ...state, index: action.index, showsSummary: false }
        : state
    case 'review':
      return review(state)
    case 'restore':
      return restore(state, action.inputs)
    case 'resume':
      return resume(state)
    case 'revisit':
      return revisit(state, action.place)
    case 'turn':
      if (!canTurn(state, action.index)) return state
      return action.index === state.steps.length
        ? review(state)
        : { ...state, index: action.index, showsSummary: false }
    case 'unfit':
      return takeUnfit(state, action)
    case 'refused':
      return takeFaults(state, action.faults)
  }
}

export function canProceed(state: WizardState): boolean {
  const step = state.steps[state.index]
  const current = state.states[state.index]
  if (!step || !current) return false
  if (current.error === UPLOADING) return false
  if (isTextStep(step)) {
    return current.isSkipped || (typeof current.value === 'string' && !isEmpty(current.value))
  }
  return current.isValid || current.isSkipped
}

export function canJump(state: WizardState, index: number): boolean {
  return !state.showsSummary && index >= 0 && index <= state.index
}

export function isLastStep(state: WizardState): boolean {
  return state.index === state.steps.length - 1
}

/** Whether every step is settled, which a run requires. */
export function isComplete(state: WizardState): boolean {
  return state.states.every((current, i) => {
    const step = state.steps[i]
    return step !== undefined && isSettled(step, current)
  })
}

/** Whether the visitor has settled a step: a default that was not confirmed is not done yet. */
export function isDone(state: WizardState, index: number): boolean {
  const current = state.states[index]
  return index < state.reached && Boolean(current?.isValid || current?.isSkipped)
}

export function percentComplete(state: WizardState): number {
  if (state.steps.length === 0) return 100
  const done = state.steps.filter((_, index) => isDone(state, index)).length
  return Math.round((done / state.steps.length) * 100)
}

function goNext(state: WizardState): WizardState {
  const step = state.steps[state.index]
  const current = state.states[state.index]
  if (!step || !current || state.showsSummary || !canProceed(state)) return state
  const error = current.isSkipped ? null : faultOf(step, current)
  const checked = setStep(state, state.index, (_, old) => ({ ...old, isValid: !error, error }))
  if (error) return checked
  return isLastStep(state) ? review(checked) : goTo(checked, state.index + 1)
}

function goTo(state: WizardState, index: number): WizardState {
  return { ...state, index, reached: Math.max(state.reached, index) }
}

function skip(state: WizardState): WizardState {
  const step = state.steps[state.index]
  if (!step || step.required || state.showsSummary) return state
  const skipped = setStep(state, state.index, () => ({
    value: null,
    isValid: true,
    isSkipped: true,
    error: null,
  }))
  return isLastStep(state) ? review(skipped) : goTo(skipped, state.index + 1)
}

/** The summary, or the first unsettled step. */
function review(state: WizardState): WizardState {
  const states = state.states.map((current, i) => {
    const step = state.steps[i]
    if (!step || current.isSkipped || current.error === UPLOADING) return current
    const error = faultOf(step, current)
    return { ...current, isValid: !error, error }
  })
  const open = states.findIndex((current, i) => {
    const step = state.steps[i]
    return step !== undefined && !isSettled(step, current)
  })
  if (open >= 0) return { ...goTo(state, open), states, showsSummary: false }
  return {
    ...state,
    states,
    index: state.steps.length - 1,
    reached: state.steps.length,
    showsSummary: true,
    sawSummary: true,
  }
}

/**
 * Resumes at the first unsettled step; a missing value shows no error before the visitor could give
 * the value.
 */
function resume(state: WizardState): WizardState {
  const reviewed = review(state)
  const states = reviewed.states.map((step) =>
    isEmpty(step.value) ? { ...step, error: null } : step,
  )
  return { ...reviewed, states }
}

/** Where the wizard stands; the summary is the place behind the last step. */
export function placeOf({ steps, index, reached, showsSummary }: WizardState): Place {
  return { index: showsSummary ? steps.length : index, reached }
}

/** Whether the visitor has been at a place, so that Back and Forward lead there. */
export function canTurn(state: WizardState, index: number): boolean {
  if (index === state.steps.length) return state.sawSummary && isComplete(state)
  return index <= Math.max(state.index, state.reached)
}

/** Back to a step of an earlier visit, unless one before it is still open. */
function revisit(state: WizardState, { index, reached }: Place): WizardState {
  if (!state.steps[index] || index > placeOf(state).index) return state
  const sawSummary = reached >= state.steps.length
  return { ...state, index, reached: Math.max(index, reached), showsSummary: false, sawSummary }
}

const faultOf = (step: WizardStep, { value, unfit }: StepState) => unfit ?? findFault(step, value)

/** A text that the server was asked about while one types; an answer about an earlier text says nothing. */
function takeUnfit(
  state: WizardState,
  { index, text, error }: { index: number; text: string; error: string | undefined },
): WizardState {
  const old = state.states[index]
  if (old?.value !== text || old.unfit === error) return state
  return setStep(state, index, (step) => ({
    ...old,
    unfit: error,
    isValid: !error && findFault(step, text) === null,
    error: error ?? null,
  }))
}

/** Shows faults that only the server can find. */
function takeFaults(state: WizardState, faults: { index: number; error: string }[]): WizardState {
  const marked = faults.reduceRight(
    (next, { index, error }) =>
      setStep(next, index, (_, old) => ({ ...old, isValid: false, isSkipped: false, error })),
    state,
  )
  const index = Math.min(...faults.map((fault) => fault.index))
  return state.steps[index] ? { ...marked, index, showsSummary: false } : state
}

function restore(state: WizardState, inputs: Record<string, unknown>): WizardState {
  const states = state.steps.map((step, i) => {
    const old = state.states[i] ?? blank()
    return step.key in inputs ? stateFor(step, readValue(step, inputs[step.key])) : old
  })
  return { ...state, states }
}

function isSettled(step: WizardStep, current: StepState): boolean {
  if (current.isSkipped) return !step.required
  return current.error !== UPLOADING && faultOf(step, current) === null
}

/** A value that was not typed (default, choice, file, restored) is checked at once. */
function stateFor(step: WizardStep, value: StepValue, showsFault = false): StepState {
  if (isEmpty(value)) return blank()
  const fault = findFault(step, value)
  return { value, isValid: fault === null, isSkipped: false, error: showsFault ? fault : null }
}

function blank(): StepState {
  return { value: null, isValid: false, isSkipped: false, error: null }
}

function overLimit(step: WizardStep, text: string): boolean {
  return !step.numeric && text.trim().length > textLimit(step)
}

function setStep(
  state: WizardState,
  index: number,
  change: (step: WizardStep, old: StepState) => StepState,
): WizardState {
  const step = state.steps[index]
  const old = state.states[index]
  if (!step || !old) return state
  return { ...state, states: state.states.with(index, change(step, old)) }
}
