import { BROWN, GROWN, PALE, SMALL } from './looks.mjs'
import { limb, oval, standing } from './shapes.mjs'

/** People of a family, from a baby to grandparents, with bodies under heads of the set. */
export const family = (set) => ({
  'man-by-hand': standing(set, 'man-medium', {
    ...GROWN,
    top: '#3f6ea8',
    legs: '#39415a',
    skin: BROWN,
  }),
  'person-by-hand': standing(set, 'person-light', {
    ...GROWN,
    skin: PALE,
    top: '#d9853b',
    legs: '#3d4763',
  }),
  'woman-by-hand': standing(set, 'woman-light', { ...GROWN, skin: PALE, dress: '#c2425f' }),
  'girl-by-hand': standing(set, 'girl-medium', { ...SMALL, skin: BROWN, dress: '#e0a02f' }),
  'boy-by-hand': standing(set, 'boy-light', {
    ...SMALL,
    skin: PALE,
    top: '#c8513f',
    legs: '#3f5f8c',
  }),
  'child-by-hand': standing(set, 'child-medium', {
    ...SMALL,
    skin: BROWN,
    tall: 22,
    top: '#4d9a6a',
    legs: '#51507a',
  }),
  'baby-by-hand': [
    ['#bcd7ee', 'M9 26C6 32 5 40 8 44C12 46 20 46 24 44C27 40 26 32 23 26Z'],
    ['#bcd7ee', limb(9, 30, 5, 37, 5)],
    ['#bcd7ee', limb(23, 30, 27, 37, 5)],
    ['#f2c7a5', oval(4.5, 38.5, 2.2)],
    ['#f2c7a5', oval(27.5, 38.5, 2.2)],
    ['#9fc0de', oval(9, 44, 5, 3.4)],
    ['#9fc0de', oval(23, 44, 5, 3.4)],
    ...set('baby-medium-light'),
  ],
  'grandmother-by-hand': standing(set, 'old-woman-medium-light', {
    ...GROWN,
    tall: 30,
    dress: '#6d5a8c',
    over: [['#8f7bb0', 'M11 18L16 30L21 18L22 26L16 34L10 26Z']],
  }),
  'grandfather-by-hand': standing(set, 'old-man-medium-light', {
    ...GROWN,
    tall: 31,
    top: '#6f7f5c',
    legs: '#5a4b45',
  }),
  'bride-by-hand': standing(set, 'woman-medium', {
    ...GROWN,
    skin: BROWN,
    robe: '#f7f3ee',
    sleeve: '#f7f3ee',
    shoe: '#e8e0d8',
    front: (y) => [
      [
        '#ffffff',
        `M7 ${y - 16}Q16 ${y - 22} 25 ${y - 16}L29 ${y + 24}Q24 ${y + 26} 23 ${y}Q23 ${y - 10} 16 ${y - 13}Q9 ${y - 10} 9 ${y}Q8 ${y + 26} 3 ${y + 24}Z`,
        0.45,
      ],
      ['#e07a9a', oval(16, y + 11, 3)],
      ['#f2b8c8', oval(14, y + 12.5, 2)],
      ['#5f8f5a', oval(18, y + 13.5, 1.8)],
    ],
  }),
  'groom-by-hand': standing(set, 'man-medium', {
    ...GROWN,
    skin: BROWN,
    top: '#23242e',
    legs: '#23242e',
    over: [
      ['#f4f1ec', 'M14 17L16 27L18 17Z'],
      ['#8a2f45', 'M15 18.500L17 20.500V18.500L15 20.500Z'],
    ],
  }),
})
