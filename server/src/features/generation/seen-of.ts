import type { ImageVerdict } from '../moderation/index.ts'

/**
 * Sends the check's features with the task that makes the variants, which stores them: the delivery
 * needs no further statement.
 */
export function seenOf(mediaId: string, { features }: ImageVerdict) {
  return features ? { seen: { mediaId, features } } : {}
}
