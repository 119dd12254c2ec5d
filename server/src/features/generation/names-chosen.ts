import type { UserInputs } from '@vignette/contract/creations.ts'
import { labelOfValue } from '@vignette/contract/labels.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'

/** The options that a run took, by their labels: the creator wrote them, so they say nothing of a buyer. */
export function namesChosen(
  inputs: readonly WorkflowInput[],
  given: UserInputs,
): { label: string; value: string }[] {
  return inputs.flatMap((input) => {
    const value = given[input.key]
    if (input.step_type !== 'select' || typeof value !== 'string' || value === '') return []
    return [{ label: input.display_name, value: labelOfValue(input, value) }]
  })
}
