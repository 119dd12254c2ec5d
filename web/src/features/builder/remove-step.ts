import type { ProviderView } from '@vignette/contract/app.ts'
import { chooseOutput, chooseSet, listOthers } from './choose-output.ts'
import { removeAt } from './document/json/edit-text.ts'
import { partsOf, readText, stepsOf } from './document/read-parts.ts'

/** The recipe without a step; where the step made the result, the last one that stays makes it. */
export function removeStep(
  text: string,
  index: number,
  providers: readonly ProviderView[],
): string {
  const recipe = partsOf(JSON.parse(text))
  const removed = readText(stepsOf(recipe)[index] ?? {}, 'id')
  const left = removeAt(text, ['steps', index])
  if (removed === '') return left
  const others = listOthers(recipe)
  if (removed !== readText(recipe, 'output')) {
    return others.includes(removed)
      ? chooseSet(
          left,
          others.filter((id) => id !== removed),
        )
      : left
  }
  const ids = stepsOf(partsOf(JSON.parse(left))).map((step) => readText(step, 'id'))
  const last = ids.at(-1)
  return !last || ids.includes(removed) ? left : chooseOutput(left, last, providers)
}
