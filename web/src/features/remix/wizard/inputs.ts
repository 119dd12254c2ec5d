import type { UserInputs } from '@vignette/contract/creations.ts'
import type { WizardState } from './reducer.ts'
import { isEmpty, withPoint } from './rules.ts'
import { type FileValue, isFileValue } from './step.ts'

export interface InlineImage {
  index: number
  file: FileValue
}

/**
 * The request's inputs: skipped and empty steps are left out, numbers become numbers, files become
 * URLs.
 */
export function collectInputs(state: WizardState): UserInputs {
  const inputs: UserInputs = {}
  state.steps.forEach((step, i) => {
    const current = state.states[i]
    if (!current || current.isSkipped || isEmpty(current.value)) return
    const { value } = current
    if (Array.isArray(value)) inputs[step.key] = value.map(({ url }) => url)
    else if (isFileValue(value)) inputs[step.key] = value.url
    else inputs[step.key] = step.numeric ? Number(withPoint(value)) : value
  })
  return inputs
}

/**
 * The inputs to save for a reload: all values so far. Of an edited picture the uploaded file is
 * saved; a picture that was never uploaded is not.
 */
export function collectDraft(state: WizardState): UserInputs {
  const inputs: UserInputs = {}
  state.steps.forEach((step, i) => {
    const value = state.states[i]?.value
    if (isEmpty(value)) return
    if (Array.isArray(value)) inputs[step.key] = value.map(({ url }) => url)
    else if (!isFileValue(value)) inputs[step.key] = value ?? ''
    else if (!value.url.startsWith('data:')) inputs[step.key] = value.url
    else if (value.madeOf) inputs[step.key] = value.madeOf
  })
  return inputs
}

/** Edited pictures that are not uploaded yet. */
export function findInlineImages(state: WizardState): InlineImage[] {
  return state.states.flatMap((current, index) =>
    !current.isSkipped && isFileValue(current.value) && current.value.url.startsWith('data:')
      ? [{ index, file: current.value }]
      : [],
  )
}
