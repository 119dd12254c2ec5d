import { ANONYMOUS_ID_PATTERN } from '@vignette/contract/limits.ts'

export function isAnonymousId(value: string | undefined): value is string {
  return value !== undefined && ANONYMOUS_ID_PATTERN.test(value)
}
