export const MOVES = [
  'zoom-in',
  'zoom-out',
  'pan-left',
  'pan-right',
  'pan-up',
  'pan-down',
  'orbit',
  'still',
] as const
export type Move = (typeof MOVES)[number]

/**
 * The part of the picture that the camera sees: its centre, its share of the size, and a shear for
 * orbits.
 */
export interface View {
  x: number
  y: number
  zoom: number
  /** Horizontal shift of the lowest row relative to the highest, as a share of the width. */
  shear: number
}

export function ease(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2
}

/** Softer than `ease`: the camera never stops completely. */
function drift(t: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * t)
}

/** `t` runs from 0 to 1 through the film; `strength` is 0 to 1. */
export function viewAt(move: Move, t: number, strength: number): View {
  const reach = 0.06 + 0.3 * strength
  const k = drift(t)
  const zoomed = 1 + reach
  const room = (1 - 1 / zoomed) / 2
  const centre = { x: 0.5, y: 0.5, zoom: zoomed, shear: 0 }
  switch (move) {
    case 'zoom-in':
      return { ...centre, y: 0.5 - 0.02 * k, zoom: 1 + reach * k + 0.04 }
    case 'zoom-out':
      return { ...centre, zoom: 1 + reach * (1 - k) }
    case 'pan-left':
      return { ...centre, x: 0.5 + room * (1 - 2 * k) }
    case 'pan-right':
      return { ...centre, x: 0.5 - room * (1 - 2 * k) }
    case 'pan-up':
      return { ...centre, y: 0.5 + room * (1 - 2 * k) }
    case 'pan-down':
      return { ...centre, y: 0.5 - room * (1 - 2 * k) }
    case 'orbit': {
      const swing = Math.sin(t * Math.PI * 2)
      return { x: 0.5 + room * 0.5 * swing, y: 0.5, zoom: zoomed, shear: room * 0.9 * swing }
    }
    case 'still':
      return { ...centre, zoom: 1 }
  }
}
