import { standing } from './shapes.mjs'

export const PALE = '#f9dccb'
export const BROWN = '#a56953'
export const GROWN = { scale: 0.52, tall: 33 }
export const SMALL = { scale: 0.66, tall: 24 }

/** Functions that draw a person with a given look, under the heads and busts that are used most. */
export const looks = (set) => ({
  man: (look) => standing(set, 'man-medium', { ...GROWN, skin: BROWN, ...look }),
  fair: (look) => standing(set, 'man-medium-light', { ...GROWN, skin: '#f2c7a5', ...look }),
  bearded: (look) => standing(set, 'man-beard-medium', { ...GROWN, skin: BROWN, ...look }),
  woman: (look) => standing(set, 'woman-light', { ...GROWN, skin: PALE, ...look }),
  bust: (name, look) => standing(set, name, { scale: 0.74, tall: 24, sink: 4, ...look }),
})
