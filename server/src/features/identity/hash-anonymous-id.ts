import { hashSecret } from '../../platform/secrets.ts'

/** What is stored in its place. 96 random bits need no salt. */
export function hashAnonymousId(anonymousId: string): string {
  return hashSecret(anonymousId)
}
