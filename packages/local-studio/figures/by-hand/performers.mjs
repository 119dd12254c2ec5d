import { BROWN, GROWN, looks } from './looks.mjs'
import { scaled } from './of-the-set.mjs'
import { bar, limb, oval, standing } from './shapes.mjs'

const BRACES = [['#3a3d48', `${bar(12.6, 17, 1.3, 16)}${bar(18.1, 17, 1.3, 16)}`]]

/** People of the arts and of sports. */
export const performers = (set) => {
  const { man, fair, woman, bust } = looks(set)
  return {
    'artist-by-hand': bust('artist-medium', { skin: BROWN, top: '#e8e6e2', legs: '#3d4358' }),
    'singer-by-hand': bust('singer-medium', { skin: BROWN, top: '#4c3b78', legs: '#2b2a3c' }),
    'guitarist-by-hand': [
      ...standing(set, 'man-medium', { ...GROWN, skin: BROWN, top: '#3f7a6a', legs: '#3a3d4f' }),
      ...set('guitar').map(([fill, path, opacity]) => [fill, path, opacity, [0.82, 4, 17]]),
    ],
    'photographer-by-hand': woman({
      top: '#3f7a6a',
      legs: '#3a3d4f',
      front: (y) => scaled(set, 'camera', 0.5, 8, y + 2),
    }),
    'violinist-by-hand': woman({
      dress: '#2c2b3c',
      front: (y) => scaled(set, 'violin', 0.62, 12, y - 4),
    }),
    'drummer-by-hand': man({
      top: '#3a3d48',
      legs: '#2c2b3c',
      front: (y) => [...scaled(set, 'drum', 0.72, 4.5, y + 6)],
    }),
    'trumpeter-by-hand': man({
      top: '#2d4f94',
      legs: '#22335f',
      front: (y) => scaled(set, 'trumpet', 0.62, 15, y - 8),
    }),
    'clown-by-hand': [
      ...standing(set, 'clown-face', {
        scale: 0.6,
        tall: 27,
        top: '#f2c230',
        legs: '#3f8fc4',
        shoe: '#c8394f',
        sleeve: '#d2508a',
        skin: '#f7f5f2',
        over: [
          ['#c8394f', `${oval(16, 22, 1.2)}${oval(16, 26, 1.2)}`],
          ['#f7f5f2', 'M10 18Q12 15 14 18Q16 15 18 18Q20 15 22 18Q16 21 10 18Z'],
        ],
      }),
    ],
    'ballerina-by-hand': [
      ['#f2b3c8', `${limb(14, 34, 13.6, 47, 2.6)}${limb(18, 34, 18.4, 47, 2.6)}`],
      ['#e08aa8', 'M12.300 46H15.200L14 51ZM16.800 46H19.700L18 51Z'],
      [
        '#f9dccb',
        `${limb(12, 20, 3, 12, 2.6)}${limb(20, 20, 29, 12, 2.6)}${limb(3, 12, 9, 1, 2.4)}${limb(29, 12, 23, 1, 2.4)}`,
      ],
      ['#e58aa8', 'M12 18Q16 20 20 18L19 30H13Z'],
      ['#f7c6d6', 'M16 27Q33 28 34 33Q25 38 16 36.500Q7 38-2 33Q-1 28 16 27Z'],
      ['#f2a8c0', 'M16 29Q28 30 31 33Q24 35.500 16 34.500Q8 35.500 1 33Q4 30 16 29Z'],
      ...scaled(set, 'woman-light', 0.52, 7.7, 3),
      ['#6b4226', oval(16, 3.4, 3)],
    ],
    'footballer-by-hand': [
      ...man({ top: '#c8303a', legs: '#f4f1ec', shoe: '#23242e' }),
      [BROWN, `${limb(13, 40, 13, 46, 4)}${limb(19, 40, 19, 46, 4)}`],
      ...scaled(set, 'soccer-ball', 0.34, 23, 39),
    ],
    'tennis-player-by-hand': [
      ...woman({ dress: '#f4f1ec' }),
      ...scaled(set, 'tennis', 0.66, 19, 14),
    ],
    'boxer-by-hand': [
      ...man({ top: BROWN, sleeve: BROWN, legs: '#2d4f94' }),
      ['#c8303a', `${oval(7.5, 30.5, 3.8)}${oval(24.5, 30.5, 3.8)}`],
    ],
    'hiker-by-hand': [
      ['#c8513f', 'M7 17Q6 15 10 15H22Q26 15 25.500 17L26 31Q16 34 6 31Z'],
      ['#3f7a4a', bar(5, 11, 22, 4.4)],
      ...fair({ top: '#d9a23a', legs: '#5a5240', shoe: '#6b4226', over: BRACES }),
      ['#7a5233', limb(27.5, 20, 25, 51, 1.2)],
    ],
  }
}
