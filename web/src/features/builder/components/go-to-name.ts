import { inputsOf, keyOfInput, type Parts, readText, stepsOf } from '../document/read-parts.ts'
import type { Cards } from './create-cards.ts'

/** Opens the card of the input or step that references call by this name. */
export function goToName(recipe: Parts, cards: Cards, name: string): void {
  const input = inputsOf(recipe).findIndex((one) => keyOfInput(one) === name)
  const step = stepsOf(recipe).findIndex((one) => readText(one, 'id') === name)
  if (input >= 0) cards.show('inputs', input)
  else if (step >= 0) cards.show('steps', step)
}
