import type { Size } from '../params.ts'

/** The longer side in which strokes, tones and shapes are found; a large file draws them larger. */
const SCREEN_SIDE = 1536
const SIDES: Record<Size, number> = { screen: SCREEN_SIDE, '2048': 2048, '3072': 3072, large: 4096 }
/** The most that strokes are enlarged: with more, those of a small photo would look giant. */
const MOST_SCALE = 4

export function stylisedSide(size: Size): number {
  return SIDES[size]
}

/**
 * The units of a repainted picture and the pixels of the file for each. Two inks show the photo
 * itself, so their file is at most as large as the photo.
 */
export function stylisedSize(
  photo: { width: number; height: number },
  style: string,
  size: Size,
): { width: number; height: number; scale: number } {
  const longest = Math.max(photo.width, photo.height)
  const shrink = Math.min(1, SCREEN_SIDE / longest)
  const width = Math.round(photo.width * shrink)
  const height = Math.round(photo.height * shrink)
  const most = style === 'duotone' ? Math.min(SIDES[size], longest) : SIDES[size]
  const scale = size === 'screen' ? 1 : Math.max(1, Math.min(MOST_SCALE, most / (longest * shrink)))
  return { width, height, scale }
}
