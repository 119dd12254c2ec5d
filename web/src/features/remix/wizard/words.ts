import type { UserInputs } from '@vignette/contract/creations.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { WizardState } from './reducer.ts'
import { findFault, isEmpty } from './rules.ts'
import { isTextStep, type WizardStep } from './step.ts'

/** Whether the server may know which words a recipe draws. */
export function drawsWords({ steps }: Pick<WorkflowView, 'steps'>): boolean {
  return steps.some(({ function_type }) => function_type === 'text_to_image')
}

/** The texts and choices so far; files say nothing about words. */
export function collectTexts({ steps, states }: WizardState): UserInputs {
  return Object.fromEntries(
    steps.flatMap(({ key }, i) => {
      const value = states[i]?.value
      return typeof value === 'string' && !isEmpty(value) ? [[key, value.slice(0, TEXT_MAX)]] : []
    }),
  )
}

/** The ideas that the step takes. */
export function ideasFor(step: WizardStep): readonly string[] {
  return isTextStep(step) ? step.ideas.filter((idea) => findFault(step, idea) === null) : []
}

export const hasIdeas = ({ steps }: WizardState) => steps.some((step) => ideasFor(step).length > 0)

/** Picks a new idea for each text and an option for each choice; all other inputs stay as they are. */
export function surprise({ steps, states }: WizardState, random = Math.random): UserInputs {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]
  return Object.fromEntries(
    steps.flatMap((step, i) => {
      const given = pick(
        step.step_type === 'select'
          ? step.options.map(({ value }) => value)
          : ideasFor(step).filter((idea) => idea !== states[i]?.value),
      )
      return given === undefined ? [] : [[step.key, given]]
    }),
  )
}
