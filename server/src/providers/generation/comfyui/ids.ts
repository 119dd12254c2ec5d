import { createHash } from 'node:crypto'

/**
 * A UUID (RFC 9562, version 8) that is the same for every try of a step, so that a retry finds the first
 * prompt.
 */
export function promptIdOf(idempotencyKey: string): string {
  const bytes = createHash('sha256').update(`comfyui:${idempotencyKey}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-')
}
