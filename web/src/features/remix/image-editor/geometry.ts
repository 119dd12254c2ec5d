import { EDITOR } from '@vignette/contract/editor-limits.ts'

export interface Size {
  width: number
  height: number
}

export interface Rect extends Size {
  x: number
  y: number
}

export interface Flip {
  horizontal: boolean
  vertical: boolean
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Rounds to tenths, so that no float error accumulates. */
export function stepZoom(zoom: number, steps: number): number {
  const { min, max, step } = EDITOR.zoom
  return Math.round(clamp(zoom + steps * step, min, max) * 10) / 10
}

/** The largest size within the box; a picture is never enlarged. */
export function fitWithin(size: Size, maxWidth: number, maxHeight: number): Size {
  const scale = Math.min(1, maxWidth / size.width, maxHeight / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

/** Whether a picture has the ratio of a fixed size, within the specification's tolerance. */
export function matchesRatio(size: Size, fixed: Size): boolean {
  const difference = size.width / size.height - fixed.width / fixed.height
  return Math.abs(difference) <= EDITOR.ratioTolerance + 1e-9
}

/** The bounding box of a rectangle rotated by some degrees. */
export function rotatedSize({ width, height }: Size, degrees: number): Size {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.abs(Math.cos(angle))
  const sin = Math.abs(Math.sin(angle))
  return {
    width: Math.max(1, Math.round(width * cos + height * sin)),
    height: Math.max(1, Math.round(width * sin + height * cos)),
  }
}

/** The largest centred crop with a ratio; the whole picture if any ratio is allowed. */
export function centredCrop(size: Size, ratio: number | null): Rect {
  if (!ratio) return { x: 0, y: 0, ...size }
  const width = Math.min(size.width, size.height * ratio)
  const height = width / ratio
  return { x: (size.width - width) / 2, y: (size.height - height) / 2, width, height }
}

/** The part of a crop within the picture, at least one pixel. */
export function containCrop(crop: Rect, size: Size): Rect {
  const width = clamp(crop.width, 1, size.width)
  const height = clamp(crop.height, 1, size.height)
  return {
    x: clamp(crop.x, 0, size.width - width),
    y: clamp(crop.y, 0, size.height - height),
    width,
    height,
  }
}

/** The size of the exported picture: the fixed size, else the crop's size within a limit. */
export function exportSize(crop: Size, fixed: Size | null, maxSide: number): Size {
  return fixed ?? fitWithin(crop, maxSide, maxSide)
}
