import { randomBytes } from 'node:crypto'
import { ANONYMOUS_ID_PATTERN } from '@vignette/contract/limits.ts'
import { hashSecret } from '../../platform/secrets.ts'

export function newAnonymousId(): string {
  return `anon_${randomBytes(12).toString('hex')}`
}

export function isAnonymousId(value: string | undefined): value is string {
  return value !== undefined && ANONYMOUS_ID_PATTERN.test(value)
}

/** What is stored in its place. 96 random bits need no salt. */
export function hashAnonymousId(anonymousId: string): string {
  return hashSecret(anonymousId)
}
