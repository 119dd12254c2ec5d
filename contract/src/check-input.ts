import { rulesOf } from './input-types.ts'
import type { DeclaredInput, PatternMatcher, ReadValue } from './input-values.ts'

/** A visitor's value as the server and the wizard both read it; faults in the specification's words. */
export function checkInput(
  input: DeclaredInput,
  value: unknown,
  matches: PatternMatcher,
): ReadValue {
  return rulesOf(input).read(input, value, matches)
}
