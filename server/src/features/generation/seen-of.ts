import type { ImageVerdict } from '../moderation/index.ts'

/** What the check saw is sent with the task that makes the variants, so that the delivery needs no further statement. */
export function seenOf(mediaId: string, { features }: ImageVerdict) {
  return features ? { seen: { mediaId, features } } : {}
}
