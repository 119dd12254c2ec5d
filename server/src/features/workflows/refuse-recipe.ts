import { AppError } from '../../platform/http/app-error.ts'
import type { Fault } from './rules-recipe.ts'

/** The details name each place once; the sentence is about the first. */
export function refuseRecipe(faults: readonly Fault[]): AppError {
  const [first] = faults
  const sentence = first ? tellFault(first) : 'The recipe is not valid.'
  return new AppError('invalid_recipe', sentence, { details: [...faults] })
}

export function tellFault({ path, message }: Fault): string {
  return path ? `${path} ${message}` : message
}
