import type { ProviderView } from '@vignette/contract/app.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import { labelOf } from '@vignette/contract/labels.ts'
import type { Source } from './components/source.ts'
import {
  inputsOf,
  keyOfInput,
  type Parts,
  readText,
  stepsOf,
  stepTypeOfInput,
  titleOfInput,
} from './document/read-parts.ts'

export type FunctionView = ProviderView['functions'][number]

export function findFunction(
  providers: readonly ProviderView[],
  step: Parts,
): FunctionView | undefined {
  return providers
    .find(({ id }) => id === step['provider'])
    ?.functions.find((one) => one.function_type === step['function_type'])
}

/** What a step does and where it runs, by the titles that the builder shows for both. */
export function describeFunction(
  providers: readonly ProviderView[],
  step: { provider: string; function_type: string },
): string {
  const title = findFunction(providers, step)?.title ?? labelOf(step.function_type)
  const where = providers.find(({ id }) => id === step.provider)?.title ?? step.provider
  return `${title}, ${where}`
}

/** What the step at an index may name: every input, and each step before it. */
export function listSources(
  recipe: Parts,
  index: number,
  providers: readonly ProviderView[],
): Source[] {
  const inputs = inputsOf(recipe).map(
    (input): Source => ({
      name: keyOfInput(input),
      label: titleOfInput(input),
      kind: rulesOf({ step_type: stepTypeOfInput(input) }).brings,
      from: 'input',
    }),
  )
  const steps = stepsOf(recipe)
    .slice(0, index)
    .map((step): Source => {
      const name = readText(step, 'id')
      return {
        name,
        label: name,
        kind: findFunction(providers, step)?.output ?? 'image',
        from: 'step',
      }
    })
  return [...inputs, ...steps].filter(({ name }) => name !== '')
}
