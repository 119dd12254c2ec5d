import { USERNAME_PATTERN, USERNAME_RULE } from '@vignette/contract/limits.ts'

/** It is lowercased when sent, so capitals are no fault. */
export function normaliseUsername(text: string): string {
  return text.trim().toLowerCase()
}

export function checkUsername(text: string): string | undefined {
  return USERNAME_PATTERN.test(normaliseUsername(text)) ? undefined : USERNAME_RULE
}

/** The specification goes by the number in the message; the server's own words help otherwise. */
export function explainUsernameFault(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('409')) return 'This username is already taken. Please choose another.'
  return 'Failed to update username. Please try again.'
}
