/** A lookup table for channel values: brightness adds, contrast scales around the middle. */
function buildToneTable(brightness: number, contrast: number): Uint8ClampedArray {
  const table = new Uint8ClampedArray(256)
  const shift = (brightness / 100) * 255
  const spread = contrast * 2.55
  const factor = (259 * (spread + 255)) / (255 * (259 - spread))
  for (let value = 0; value < 256; value++) {
    table[value] = factor * (value + shift - 128) + 128
  }
  return table
}

/** Computed per pixel, because Safari lacks the canvas filter; alpha stays. */
export function adjustPixels(
  pixels: Uint8ClampedArray,
  brightness: number,
  contrast: number,
): void {
  if (brightness === 0 && contrast === 0) return
  const table = buildToneTable(brightness, contrast)
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    pixels[at] = table[pixels[at] ?? 0] ?? 0
    pixels[at + 1] = table[pixels[at + 1] ?? 0] ?? 0
    pixels[at + 2] = table[pixels[at + 2] ?? 0] ?? 0
  }
}
