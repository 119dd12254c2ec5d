export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
