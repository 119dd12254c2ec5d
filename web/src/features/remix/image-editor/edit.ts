import { EDITOR } from '@vignette/contract/editor-limits.ts'
import { clamp, type Flip, fitWithin, type Rect, rotatedSize, type Size } from './geometry.ts'

/** All edits of a picture. The crop is in percent of the stage. */
export interface Edit {
  zoom: number
  panX: number
  panY: number
  rotation: number
  flip: Flip
  brightness: number
  contrast: number
  crop: Rect
}

export const WHOLE: Rect = { x: 0, y: 0, width: 100, height: 100 }

export const UNTOUCHED: Edit = {
  zoom: 1,
  panX: 0,
  panY: 0,
  rotation: 0,
  flip: { horizontal: false, vertical: false },
  brightness: 0,
  contrast: 0,
  crop: WHOLE,
}

interface Placement {
  stage: Size
  /** Stage pixels for each picture pixel. */
  scale: number
  centre: { x: number; y: number }
}

/**
 * Places the picture on a stage of at most 600×400. Pan moves the parts that a zoom pushed outside.
 */
export function placePicture(natural: Size, edit: Edit): Placement {
  const turned = rotatedSize(natural, edit.rotation)
  const stage = fitWithin(turned, EDITOR.displayWidth, EDITOR.displayHeight)
  const spare = Math.max(0, edit.zoom - 1) / 2
  return {
    stage,
    scale: (stage.width / turned.width) * edit.zoom,
    centre: {
      x: stage.width * (0.5 - clamp(edit.panX, -1, 1) * spare),
      y: stage.height * (0.5 - clamp(edit.panY, -1, 1) * spare),
    },
  }
}

export function toStageRect(crop: Rect, stage: Size): Rect {
  return {
    x: (crop.x / 100) * stage.width,
    y: (crop.y / 100) * stage.height,
    width: (crop.width / 100) * stage.width,
    height: (crop.height / 100) * stage.height,
  }
}

export function toPercentRect(rect: Rect, stage: Size): Rect {
  return {
    x: (rect.x / stage.width) * 100,
    y: (rect.y / stage.height) * 100,
    width: (rect.width / stage.width) * 100,
    height: (rect.height / stage.height) * 100,
  }
}
