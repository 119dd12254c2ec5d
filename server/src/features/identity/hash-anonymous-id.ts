import { hashSecret } from '../../platform/secrets.ts'

/** The stored form of an anonymous id. 96 random bits need no salt. */
export function hashAnonymousId(anonymousId: string): string {
  return hashSecret(anonymousId)
}
