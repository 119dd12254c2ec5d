import { GROWN, looks } from './looks.mjs'
import { scaled } from './of-the-set.mjs'
import { bar, limb, oval, standing } from './shapes.mjs'

/** Monsters, machines and other figures that stand like people. */
export const monsters = (set) => {
  const { bust } = looks(set)
  return {
    'robot-by-hand': [
      ['#7f8ea3', bar(10.5, 42, 4, 9)],
      ['#7f8ea3', bar(17.5, 42, 4, 9)],
      ['#5b677a', 'M8.500 54q0-4 4-4h3v4Z'],
      ['#5b677a', 'M16.500 54v-4h3q4 0 4 4Z'],
      ['#aab6c6', limb(7.5, 31, 3.5, 39, 3.4)],
      ['#aab6c6', limb(24.5, 31, 28.5, 39, 3.4)],
      ['#e2603b', oval(3, 40.5, 2.4)],
      ['#e2603b', oval(29, 40.5, 2.4)],
      [
        '#b9c4d2',
        'M8 28H24Q26 28 26 30V41Q26 43.500 23.500 43.500H8.500Q6 43.500 6 41V30Q6 28 8 28Z',
      ],
      ['#93a1b5', bar(9.5, 32, 13, 7)],
      ['#f2c94c', oval(12.5, 35.5, 1.5)],
      ['#eb5757', oval(16, 35.5, 1.5)],
      ['#56ccf2', oval(19.5, 35.5, 1.5)],
      ...set('robot').map(([f, p, o]) => [f, p, o, [0.92, 1.3, -0.5]]),
    ],
    'zombie-by-hand': standing(set, 'person-zombie', {
      scale: 0.74,
      tall: 24,
      sink: 4,
      skin: '#8fbf7a',
      top: '#6b5a78',
      legs: '#4b4658',
    }),
    'alien-by-hand': standing(set, 'alien', {
      scale: 0.7,
      tall: 21,
      top: '#7fb08a',
      legs: '#6a9a78',
      skin: '#9fcfa8',
      shoe: '#4f7a5e',
    }),
    'vampire-by-hand': bust('person-vampire-medium-light', { robe: '#2a2533' }),
    'scarecrow-by-hand': [
      ['#8a6239', bar(15, 14, 2.2, 38)],
      ['#8a6239', bar(0, 20.5, 32, 1.8)],
      ['#c05a3a', 'M2 18H30V24L21.500 25L22 38H10L10.500 25L2 24Z'],
      ['#3f5f8c', 'M10 37H22L21 46H17L16 41L15 46H11Z'],
      ['#e3b94f', 'M0 17L3 19V23L-2 25Z'],
      ['#e3b94f', 'M32 17L29 19V23L34 25Z'],
      ['#e6cf9a', oval(16, 11.5, 5.4)],
      ['#6b4a2a', 'M7 8.500H25L20 7L18.500 1H13.500L12 7Z'],
      ['#3a2c24', oval(14, 11, 0.8)],
      ['#3a2c24', oval(18, 11, 0.8)],
      ['#3a2c24', 'M13 14Q16 16 19 14Q16 15 13 14Z'],
    ],
    'werewolf-by-hand': standing(set, 'wolf', {
      scale: 0.62,
      tall: 30,
      skin: '#9a9aa2',
      top: '#6b4a36',
      legs: '#3d4763',
    }),
    'skeleton-by-hand': [
      [
        '#ece7da',
        `${limb(13, 34, 12.6, 47, 1.8)}${limb(19, 34, 19.4, 47, 1.8)}${limb(16, 14, 16, 33, 1.8)}`,
      ],
      [
        '#ece7da',
        `${limb(11, 17.5, 7, 25, 1.6)}${limb(7, 25, 6, 33, 1.5)}${limb(21, 17.5, 25, 25, 1.6)}${limb(25, 25, 26, 33, 1.5)}`,
      ],
      [
        '#ece7da',
        `${limb(11, 17, 21, 17, 1.7)}${limb(10.6, 20, 21.4, 20, 1.5)}${limb(11, 23, 21, 23, 1.5)}${limb(12, 26, 20, 26, 1.5)}`,
      ],
      ['#ece7da', 'M11 31Q16 29 21 31L20 36H17L16 34L15 36H12Z'],
      ['#ece7da', `${bar(10, 46, 4.6, 1.8)}${bar(17.5, 46, 4.6, 1.8)}`],
      ...scaled(set, 'skull', 0.52, 7.7, -1.5),
    ],
    'mummy-by-hand': [
      ...standing(set, 'person-light', {
        ...GROWN,
        skin: '#e6dcc2',
        top: '#e6dcc2',
        legs: '#d9cdae',
        shoe: '#c9bb98',
        front: (y) => [
          ['#e6dcc2', oval(16, y - 7, 8.6, 10)],
          [
            '#bfb18c',
            `${bar(8, y - 12, 16, 0.8)}${bar(8, y - 2, 16, 0.8)}${bar(11, y + 4, 10, 0.8)}${bar(11, y + 9, 10, 0.8)}${bar(11, y + 20, 4, 0.8)}${bar(17, y + 23, 4, 0.8)}`,
          ],
          ['#23202b', bar(9, y - 9, 14, 3.4)],
          ['#f6e27a', `${oval(13, y - 7.3, 1.2)}${oval(19, y - 7.3, 1.2)}`],
        ],
      }),
    ],
    'monster-by-hand': [
      ['#5a3f8c', `${limb(11, 42, 11, 49, 6)}${limb(23, 42, 23, 49, 6)}`],
      ['#f4efe6', 'M6 6L1-5L11 2ZM28 6L33-5L23 2Z'],
      [
        '#7a55b8',
        'M17 0L20 3L24 2L26 6L30 8L30 12L34 16L32 20L36 25L33 29L35 34L31 37L31 42L26 42L23 46L17 44L11 46L8 42L3 42L3 37L-1 34L1 29L-2 25L2 20L0 16L4 12L4 8L8 6L10 2L14 3Z',
      ],
      ['#5a3f8c', `${limb(1, 24, -5, 34, 4.6)}${limb(33, 24, 39, 34, 4.6)}`],
      ['#f7f5f2', `${oval(11.5, 15, 4.6)}${oval(22.5, 15, 4.6)}`],
      ['#23202b', `${oval(12.2, 15.6, 2.1)}${oval(21.8, 15.6, 2.1)}`],
      ['#3a1f4a', 'M7 25Q17 22 27 25Q25 36 17 36Q9 36 7 25Z'],
      [
        '#f7f5f2',
        'M9 25.200L11 29L13 24.500ZM15 24.200L17 28L19 24.200ZM21 24.500L23 29L25 25.200Z',
      ],
    ],
    'cyclops-by-hand': [
      ...standing(set, 'alien', {
        scale: 0.7,
        tall: 24,
        skin: '#8fb56a',
        top: '#8a6239',
        legs: '#8fb56a',
        shoe: '#6f944e',
      }),
      ['#8fb56a', oval(16, 9, 11, 11.5)],
      ['#f7f5f2', oval(16, 7, 5.2)],
      ['#3f6ea8', oval(16, 7.4, 2.8)],
      ['#16141b', oval(16, 7.4, 1.4)],
      ['#4f6f34', 'M10 1Q16-2 22 1L22 2.600Q16 0 10 2.600Z'],
      ['#4a2f2a', 'M10.500 15Q16 19 21.500 15Q19 20 16 20Q13 20 10.500 15Z'],
      ['#f7f5f2', 'M12 15.600L13 18L14 16.400ZM20 15.600L19 18L18 16.400Z'],
    ],
    'devil-by-hand': standing(set, 'smiling-face-with-horns', {
      scale: 0.6,
      tall: 27,
      skin: '#c8303a',
      top: '#c8303a',
      legs: '#a3242e',
      shoe: '#3a1f2a',
      front: (y) => scaled(set, 'trident-emblem', 0.62, 18, y + 2),
    }),
    'statue-by-hand': [
      ['#8d949c', bar(5, 50, 22, 12)],
      ['#a9b0b8', bar(3, 48, 26, 3)],
      ['#8d949c', bar(2, 61, 28, 3)],
      ...standing(set, 'man-medium', {
        ...GROWN,
        skin: '#b4bac2',
        robe: '#a4abb4',
        sleeve: '#98a0a9',
        shoe: '#8d949c',
      }).map(([fill, path, opacity, move], i, all) => [
        i < all.length - set('man-medium').length ? fill : '#b4bac2',
        path,
        opacity,
        move,
      ]),
      ['#7d858e', `${oval(13, 9.4, 0.9)}${oval(19, 9.4, 0.9)}${bar(13.6, 13, 4.8, 0.9)}`],
    ],
    'doll-by-hand': [
      ...standing(set, 'girl-light', {
        scale: 0.8,
        tall: 17,
        skin: '#f5cbb0',
        dress: '#d95f8a',
        shoe: '#7a3f5a',
      }),
      [
        '#f7f5f2',
        `${oval(13, 21, 0.7)}${oval(16, 22, 0.7)}${oval(19, 21, 0.7)}${oval(12, 25, 0.7)}${oval(19.5, 25, 0.7)}`,
      ],
      ['#e0708a', `${oval(9.5, 9.5, 1.8)}${oval(22.5, 9.5, 1.8)}`, 0.7],
    ],
  }
}
