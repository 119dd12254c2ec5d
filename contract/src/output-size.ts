/** What a recipe's file measures, known before a run. */
export interface OutputSize {
  width: number
  height: number
  film?: boolean | undefined
  /** Of a film; absent where an input decides the length. */
  seconds?: number | undefined
  /** An input decides the shape; the longer side stays. */
  varies?: boolean | undefined
}

const DOTS_PER_CM = 300 / 2.54

/** A side in whole centimetres, printed at 300 dots an inch. */
export function printedCm(pixels: number): number {
  return Math.round(pixels / DOTS_PER_CM)
}

/** "PNG, 2728 × 4096 px, prints to 23 × 35 cm at 300 dpi"; a film has a length in place of a print. */
export function describeSize(size: OutputSize): string {
  const { width, height, film, seconds, varies } = size
  const longer = Math.max(width, height)
  const pixels = varies ? `${longer} px on the longer side` : `${width} × ${height} px`
  if (film) return `MP4, ${pixels}${seconds ? `, ${Math.round(seconds)} s` : ''}`
  const print = varies ? `${printedCm(longer)} cm` : `${printedCm(width)} × ${printedCm(height)} cm`
  return `PNG, ${pixels}, prints to ${print} at 300 dpi`
}
