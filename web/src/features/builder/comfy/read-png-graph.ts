/** The graph that ComfyUI writes into its pictures, as JSON text; undefined if there is none. */
export function readPngGraph(bytes: Uint8Array): string | undefined {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const decode = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to))
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const [from, to] = [at + 8, Math.min(at + 8 + length, bytes.length)]
    const nameEnd = bytes.indexOf(0, from)
    if (decode(at + 4, at + 8) === 'tEXt' && decode(from, nameEnd) === 'prompt' && nameEnd < to) {
      return decode(nameEnd + 1, to)
    }
    at += 12 + length
  }
  return undefined
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]
