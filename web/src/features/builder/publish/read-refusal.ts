import { ApiError } from '../../../lib/api-error.ts'
import { readRecipeReason } from '../name-place.ts'
import type { CheckId } from './read-checks.ts'

export interface PublishRefusal {
  /** The reason at the check that the server names. */
  at: Partial<Record<CheckId, string>>
  /** What belongs to no check, with the places of its faults. */
  text?: string | undefined
  faults: readonly { path: string; message: string }[]
}

const CHECKS: Record<string, CheckId> = {
  test: 'test',
  sample: 'sample',
  sample_creation_url: 'sample',
  price: 'price',
  creator_terms: 'terms',
}

export function readRefusal(error: unknown): PublishRefusal {
  const details = error instanceof ApiError ? error.details : []
  const at: PublishRefusal['at'] = {}
  const faults = details.filter(({ path, message }) => {
    const check = CHECKS[path]
    if (check) at[check] = message
    return check === undefined
  })
  const isTold = details.length > 0 && faults.length === 0
  return {
    at,
    faults,
    text: isTold
      ? undefined
      : readRecipeReason(error, 'The recipe could not be published. Please try again.'),
  }
}
