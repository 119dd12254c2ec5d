import { rulesOf } from './input-types.ts'
import type { DeclaredInput, PatternMatcher, ReadValue } from './input-values.ts'

/**
 * Parses a visitor's value, the same way on the server and in the wizard; faults use the
 * specification's words.
 */
export function checkInput(
  input: DeclaredInput,
  value: unknown,
  matches: PatternMatcher,
): ReadValue {
  return rulesOf(input).read(input, value, matches)
}
