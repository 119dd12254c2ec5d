/** How many numbers of a picture are kept. */
const FEATURE_LENGTH = 256

/**
 * The feature vector as `FEATURE_LENGTH` small whole numbers. Each is a sum of all features with
 * pseudo-random signs that never change (a random projection), which keeps the angles between
 * pictures.
 */
export function shortenFeatures(features: Float32Array): Int8Array {
  const sums = new Float64Array(FEATURE_LENGTH)
  let bits = 0x9e3779b9
  for (const feature of features) {
    for (let at = 0; at < FEATURE_LENGTH; at++) {
      bits ^= bits << 13
      bits ^= bits >>> 17
      bits ^= bits << 5
      sums[at] = (sums[at] ?? 0) + (bits < 0 ? -feature : feature)
    }
  }
  const length = Math.hypot(...sums) || 1
  // The largest of 256 numbers is far below a third of the vector's length, so that few are cut off.
  return Int8Array.from(sums, (sum) =>
    Math.max(-127, Math.min(127, Math.round((sum / length) * 381))),
  )
}
