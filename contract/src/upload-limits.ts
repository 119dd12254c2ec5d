export const UPLOAD_TIMEOUT_MS = 300_000
export const UPLOAD_ATTEMPTS = 3
export const UPLOAD_RETRY_DELAY_MS = 1_000

export const MEGABYTE = 1024 * 1024
export type UploadKind = 'image' | 'video' | 'audio'
interface UploadRules {
  maxBytes: number
  types: readonly string[]
  /** Other names of these types, as some browsers and tools write them. */
  aliases?: readonly string[]
}
export const UPLOADS: Record<UploadKind, UploadRules> = {
  image: {
    maxBytes: 10 * MEGABYTE,
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  video: { maxBytes: 100 * MEGABYTE, types: ['video/mp4', 'video/webm', 'video/quicktime'] },
  audio: {
    maxBytes: 50 * MEGABYTE,
    types: ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/m4a'],
    aliases: ['audio/mp4', 'audio/x-m4a'],
  },
}
export const IMAGE_UPLOADER = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  minPixels: 100,
  recommendedMaxPixels: 4096,
  recompressAt: 0.8,
  jpegQuality: 0.9,
  thumbnailPixels: 300,
} as const
/** Upper bound for a stored picture, a provider's picture and a film's frame. */
export const MAX_IMAGE_PIXELS = 50_000_000
/** An uploaded picture is shrunk to this size. */
export const STORED_IMAGE_PIXELS = 25_000_000
export const UNUSED_UPLOAD_QUOTA_BYTES = 500 * MEGABYTE
export const UNUSED_UPLOAD_HOURS = 24
/** What callers without an account may upload to a public server from one network in a day. */
export const GUEST_UPLOAD_BYTES_PER_DAY = 2048 * MEGABYTE
