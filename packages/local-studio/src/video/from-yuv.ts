interface Plane {
  offset: number
  stride: number
}

export interface YuvKind {
  bt709: boolean
  fullRange: boolean
}

/** Planar 4:2:0 to RGBA. */
export function fromYuv(
  planes: Uint8Array,
  layout: readonly Plane[],
  width: number,
  height: number,
  rgba: Uint8ClampedArray,
  { bt709, fullRange }: YuvKind,
): void {
  const [luma, u, v] = layout
  if (!luma || !u || !v) throw new Error('a frame has three planes')
  const black = fullRange ? 0 : 16
  const lumaGain = fullRange ? 1 : 255 / 219
  const chromaGain = fullRange ? 1 : 255 / 224
  const redV = (bt709 ? 1.5748 : 1.402) * chromaGain
  const greenU = (bt709 ? -0.1873 : -0.3441) * chromaGain
  const greenV = (bt709 ? -0.4681 : -0.7141) * chromaGain
  const blueU = (bt709 ? 1.8556 : 1.772) * chromaGain
  for (let y = 0, at = 0; y < height; y++) {
    const lumaRow = luma.offset + y * luma.stride
    const uRow = u.offset + (y >> 1) * u.stride
    const vRow = v.offset + (y >> 1) * v.stride
    for (let x = 0; x < width; x++, at += 4) {
      const bright = ((planes[lumaRow + x] as number) - black) * lumaGain
      const cu = (planes[uRow + (x >> 1)] as number) - 128
      const cv = (planes[vRow + (x >> 1)] as number) - 128
      rgba[at] = bright + redV * cv
      rgba[at + 1] = bright + greenU * cu + greenV * cv
      rgba[at + 2] = bright + blueU * cu
      rgba[at + 3] = 255
    }
  }
}
