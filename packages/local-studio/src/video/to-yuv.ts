/**
 * Converts RGBA to planar 4:2:0, BT.709 in video range, and tags the file so. The encoder's own
 * conversion is BT.601 tagged as RGB, which players show in false colours.
 */
export function toYuv(
  rgba: Uint8ClampedArray,
  width: number,
  height: number,
  out: Uint8Array,
): void {
  const half = width >> 1
  const chromaU = width * height
  const chromaV = chromaU + half * (height >> 1)
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const at = (y * width + x) * 4
      const below = at + width * 4
      const r0 = rgba[at] ?? 0
      const g0 = rgba[at + 1] ?? 0
      const b0 = rgba[at + 2] ?? 0
      const r1 = rgba[at + 4] ?? 0
      const g1 = rgba[at + 5] ?? 0
      const b1 = rgba[at + 6] ?? 0
      const r2 = rgba[below] ?? 0
      const g2 = rgba[below + 1] ?? 0
      const b2 = rgba[below + 2] ?? 0
      const r3 = rgba[below + 4] ?? 0
      const g3 = rgba[below + 5] ?? 0
      const b3 = rgba[below + 6] ?? 0
      const luma = y * width + x
      out[luma] = (47 * r0 + 157 * g0 + 16 * b0 + 4224) >> 8
      out[luma + 1] = (47 * r1 + 157 * g1 + 16 * b1 + 4224) >> 8
      out[luma + width] = (47 * r2 + 157 * g2 + 16 * b2 + 4224) >> 8
      out[luma + width + 1] = (47 * r3 + 157 * g3 + 16 * b3 + 4224) >> 8
      const r = r0 + r1 + r2 + r3
      const g = g0 + g1 + g2 + g3
      const b = b0 + b1 + b2 + b3
      const chroma = (y >> 1) * half + (x >> 1)
      out[chromaU + chroma] = (-26 * r - 86 * g + 112 * b + 131584) >> 10
      out[chromaV + chroma] = (112 * r - 102 * g - 10 * b + 131584) >> 10
    }
  }
}
