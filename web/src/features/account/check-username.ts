import { USERNAME_PATTERN, USERNAME_RULE } from '@vignette/contract/account-limits.ts'
import { ApiError, readReason } from '../../lib/api-error.ts'

/** The server gets lower case, so capitals are no fault. */
export function normaliseUsername(text: string): string {
  return text.trim().toLowerCase()
}

export function checkUsername(text: string): string | undefined {
  return USERNAME_PATTERN.test(normaliseUsername(text)) ? undefined : USERNAME_RULE
}

/**
 * The specification decides by the number in the message; otherwise the server's own text is shown.
 */
export function explainUsernameFault(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('409')) return 'This username is already taken. Please choose another.'
  // The form has checked the name's shape already, so this refusal has another reason, which the
  // server tells.
  if (error instanceof ApiError && error.code === 'validation_failed') return readReason(error, '')
  return 'Failed to update username. Please try again.'
}
