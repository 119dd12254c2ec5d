import type { Subject } from '../drawing/lexicon.ts'

/** The figure for what a landscape paints itself, on posters and in patterns. */
export const SIGN_BY_WORD: Partial<Record<Subject, string>> = {
  sun: 'sun',
  moon: 'crescent-moon',
  stars: 'star',
  birds: 'dove',
  house: 'house',
  tree: 'deciduous-tree',
  palm: 'palm-tree',
  cactus: 'cactus',
  flower: 'blossom',
  blossom: 'cherry-blossom',
  planet: 'ringed-planet',
  castle: 'castle',
  fire: 'fire',
  mountain: 'mountain',
  wave: 'water-wave',
}
