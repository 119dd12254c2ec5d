/** What a recipe's file measures, known before a run. */
export interface OutputSize {
  width: number
  height: number
  film?: boolean | undefined
  /** The length of a film; absent where an input decides the length. */
  seconds?: number | undefined
  /** An input decides the shape; the longer side stays. */
  varies?: boolean | undefined
  /** True where the visitor's picture decides the size; width and height are then the largest possible. */
  up_to?: boolean | undefined
}

const DOTS_PER_CM = 300 / 2.54

/** A side in whole centimetres, printed at 300 dots an inch. */
function printedCm(pixels: number): number {
  return Math.round(pixels / DOTS_PER_CM)
}

/** A side of the printed page in points, 72 an inch. */
export function pagePoints(pixels: number): number {
  return (pixels * 72) / 300
}

/** The longer side from which a picture fills a sheet of its own: 17 cm at 300 dpi. */
const SHEET_PIXELS = 2048

interface SheetFile {
  kind: string
  width: number | null
  height: number | null
}

/**
 * The sides in centimetres of the printed page of a picture that is large enough to come as PDF;
 * undefined for every other file.
 */
export function measureSheet({ kind, width, height }: SheetFile) {
  if (kind !== 'image' || !width || !height || Math.max(width, height) < SHEET_PIXELS) return
  return { width: width / DOTS_PER_CM, height: height / DOTS_PER_CM }
}

/** "23 × 35 cm". */
export function describeSheet(file: SheetFile): string | undefined {
  const sheet = measureSheet(file)
  return sheet && `${Math.round(sheet.width)} × ${Math.round(sheet.height)} cm`
}

/** "PNG, 2728 × 4096 px, prints to 23 × 35 cm at 300 dpi"; a film has a length in place of a print. */
export function describeSize(size: OutputSize): string {
  const { width, height, film, seconds, varies, up_to: upTo } = size
  const longer = Math.max(width, height)
  const most = upTo ? 'up to ' : ''
  const pixels =
    varies || upTo ? `${most}${longer} px on the longer side` : `${width} × ${height} px`
  const tail = upTo ? ', as your picture allows' : ''
  if (film) return `MP4, ${pixels}${seconds ? `, ${Math.round(seconds)} s` : ''}${tail}`
  const print =
    varies || upTo ? `${printedCm(longer)} cm` : `${printedCm(width)} × ${printedCm(height)} cm`
  return `PNG, ${pixels}, prints to ${print} at 300 dpi${tail}`
}
