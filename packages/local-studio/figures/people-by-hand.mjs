import { bar, limb, oval, standing } from './shapes.mjs'

/**
 * Draws people of a trade or a tale, each with the clothes or tools that show the trade, and
 * clothes that go over a body.
 */
export function peopleByHand(set) {
  const [pale, brown] = ['#f9dccb', '#a56953']
  const grown = { scale: 0.52, tall: 33 }
  const man = (look) => standing(set, 'man-medium', { ...grown, skin: brown, ...look })
  const fair = (look) => standing(set, 'man-medium-light', { ...grown, skin: '#f2c7a5', ...look })
  const bearded = (look) => standing(set, 'man-beard-medium', { ...grown, skin: brown, ...look })
  const woman = (look) => standing(set, 'woman-light', { ...grown, skin: pale, ...look })
  const bust = (name, look) => standing(set, name, { scale: 0.74, tall: 24, sink: 4, ...look })
  /** A thing of the set in or beside a hand. */
  const tool = (name, scale, x, y) =>
    set(name).map(([fill, path, opacity]) => [fill, path, opacity, [scale, x, y]])
  const braces = [['#3a3d48', `${bar(12.6, 17, 1.3, 16)}${bar(18.1, 17, 1.3, 16)}`]]
  return {
    'fisherman-by-hand': [
      ...bearded({ top: '#e0b23a', legs: '#e0b23a', shoe: '#2f5f4a' }),
      ['#d6a52e', 'M7 6Q16-4 25 6L28 8H4Z'],
      ['#6b4a2a', limb(22, 34, 40, -6, 1.1)],
      ['#e8ecef', limb(40, -6, 41, 24, 0.4)],
      ...tool('fish', 0.4, 35, 22),
    ],
    'cowboy-by-hand': man({
      top: '#c9b38a',
      legs: '#3f5f8c',
      shoe: '#6b4226',
      over: [['#6b4226', 'M11 17L14.500 17V31H11ZM21 17L17.500 17V31H21Z']],
      front: () => [
        ['#8a5c38', 'M10.500 6Q10-4 13.500-3.500Q16-2 18.500-3.500Q22-4 21.500 6Z'],
        ['#6b4226', 'M2 3Q7 7 16 6Q25 7 30 3Q27 10 16 9Q5 10 2 3Z'],
        ['#c8394f', 'M12 17Q16 20 20 17L16 23Z'],
      ],
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
    'judge-by-hand': bust('judge-medium-light', { robe: '#24242c', sleeve: '#24242c' }),
    'office-worker-by-hand': bust('office-worker-medium-light', {
      top: '#3b4560',
      legs: '#2f374d',
      front: (y) => tool('briefcase', 0.45, 17, y + 11),
    }),
    'guard-by-hand': bust('guard-medium-light', { top: '#c8303a', legs: '#23242e' }),
    'soldier-by-hand': fair({
      top: '#5f6f45',
      legs: '#55643e',
      shoe: '#2f2a22',
      over: [['#3d482c', bar(10.6, 30, 10.8, 2)]],
      front: (y) => [
        ['#4d5b37', `M7 ${y - 9}Q8 ${y - 18} 16 ${y - 18}Q24 ${y - 18} 25 ${y - 9}Z`],
        ['#3d482c', bar(6, y - 9.6, 20, 1.4)],
      ],
    }),
    'photographer-by-hand': woman({
      top: '#3f7a6a',
      legs: '#3a3d4f',
      front: (y) => tool('camera', 0.5, 8, y + 2),
    }),
    'violinist-by-hand': woman({
      dress: '#2c2b3c',
      front: (y) => tool('violin', 0.62, 12, y - 4),
    }),
    'drummer-by-hand': man({
      top: '#3a3d48',
      legs: '#2c2b3c',
      front: (y) => [...tool('drum', 0.72, 4.5, y + 6)],
    }),
    'trumpeter-by-hand': man({
      top: '#2d4f94',
      legs: '#22335f',
      front: (y) => tool('trumpet', 0.62, 15, y - 8),
    }),
    'postman-by-hand': fair({
      top: '#2f5fa8',
      legs: '#263f70',
      over: [
        ['#8a5c38', limb(11.5, 17, 22, 30, 1.4)],
        ['#a8744a', bar(19, 28, 10, 8)],
        ['#8a5c38', bar(19, 28, 10, 3)],
      ],
      front: (y) => [
        ['#263f70', `M7.500 ${y - 10}Q8 ${y - 17} 16 ${y - 17}Q24 ${y - 17} 24.500 ${y - 10}Z`],
        [
          '#1c2d52',
          `M6 ${y - 9}Q16 ${y - 13} 26 ${y - 9}L25 ${y - 7.8}Q16 ${y - 11} 7 ${y - 7.8}Z`,
        ],
        ...tool('envelope', 0.4, 2, y + 8),
      ],
    }),
    'miner-by-hand': bearded({
      top: '#6b6256',
      legs: '#3f5f8c',
      front: (y) => [
        ['#f2b632', `M6.500 ${y - 9}Q7 ${y - 19} 16 ${y - 19}Q25 ${y - 19} 25.500 ${y - 9}Z`],
        ['#c98f1e', bar(5.5, y - 10, 21, 1.6)],
        ['#fff6cf', oval(16, y - 13.6, 2.8)],
        ...tool('pick', 0.62, 18, y + 2),
      ],
    }),
    'footballer-by-hand': [
      ...man({ top: '#c8303a', legs: '#f4f1ec', shoe: '#23242e' }),
      [brown, `${limb(13, 40, 13, 46, 4)}${limb(19, 40, 19, 46, 4)}`],
      ...tool('soccer-ball', 0.34, 23, 39),
    ],
    'tennis-player-by-hand': [...woman({ dress: '#f4f1ec' }), ...tool('tennis', 0.66, 19, 14)],
    'boxer-by-hand': [
      ...man({ top: brown, sleeve: brown, legs: '#2d4f94' }),
      ['#c8303a', `${oval(7.5, 30.5, 3.8)}${oval(24.5, 30.5, 3.8)}`],
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
      ...tool('woman-light', 0.52, 7.7, 3),
      ['#6b4226', oval(16, 3.4, 3)],
    ],
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
      ...tool('skull', 0.52, 7.7, -1.5),
    ],
    'mummy-by-hand': [
      ...standing(set, 'person-light', {
        ...grown,
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
    'viking-by-hand': bearded({
      top: '#7a5a3a',
      legs: '#4a4038',
      over: [['#5a4028', bar(10.6, 29, 10.8, 2)]],
      front: (y) => [
        [
          '#f4ead6',
          `M7 ${y - 11}Q0 ${y - 14} 1 ${y - 22}Q5 ${y - 17} 10 ${y - 16}ZM25 ${y - 11}Q32 ${y - 14} 31 ${y - 22}Q27 ${y - 17} 22 ${y - 16}Z`,
        ],
        ['#9aa2ad', `M7 ${y - 9.5}Q8 ${y - 19} 16 ${y - 19}Q24 ${y - 19} 25 ${y - 9.5}Z`],
        ['#6f7782', bar(6.6, y - 10.6, 18.8, 1.8)],
        ['#c8394f', oval(26, y + 12, 7)],
        ['#f4ead6', oval(26, y + 12, 4.4)],
        ['#9aa2ad', oval(26, y + 12, 1.8)],
      ],
    }),
    'sailor-by-hand': fair({
      top: '#f4f1ec',
      legs: '#27407a',
      over: [
        ['#27407a', `${bar(11.2, 21, 9.6, 1.1)}${bar(11, 24, 10, 1.1)}${bar(10.9, 27, 10.2, 1.1)}`],
        ['#27407a', 'M11 17L16 22L21 17L20 16H12Z'],
      ],
      front: (y) => [
        ['#f7f5f2', `M8 ${y - 13}Q7 ${y - 18} 16 ${y - 18}Q25 ${y - 18} 24 ${y - 13}Z`],
        ['#27407a', bar(8, y - 13.4, 16, 2.2)],
      ],
    }),
    'librarian-by-hand': woman({
      dress: '#4d6b57',
      front: (y) => [...tool('glasses', 0.5, 8, y - 15), ...tool('books', 0.62, 6, y + 3)],
    }),
    'tailor-by-hand': fair({
      top: '#f4f1ec',
      legs: '#4a4056',
      over: [
        ['#6b5a78', 'M11 18L14.500 17L16 27L17.500 17L21 18L20.500 32H11.500Z'],
        [
          '#f2d23a',
          'M11.500 16.500Q16 21 20.500 16.500L20.500 28H19.300V19.500Q16 22 12.700 19.500V28H11.500Z',
        ],
      ],
      front: (y) => tool('scissors', 0.42, 20, y + 4),
    }),
    'hiker-by-hand': [
      ['#c8513f', 'M7 17Q6 15 10 15H22Q26 15 25.500 17L26 31Q16 34 6 31Z'],
      ['#3f7a4a', bar(5, 11, 22, 4.4)],
      ...fair({ top: '#d9a23a', legs: '#5a5240', shoe: '#6b4226', over: braces }),
      ['#7a5233', limb(27.5, 20, 25, 51, 1.2)],
    ],
    'diver-by-hand': [
      ['#f2b632', bar(9, 15, 5, 15)],
      ...man({ top: '#22303f', legs: '#22303f', sleeve: '#22303f', shoe: '#f2b632' }),
      ['#f2b632', 'M8 51L3 53H14V48H11ZM24 51L29 53H18V48H21Z'],
      ['#1d2733', bar(7, 4.4, 18, 7.4)],
      ['#9fdcf2', bar(8.6, 5.6, 14.8, 5)],
      ['#f2b632', limb(25.5, 12, 26, -3, 1.6)],
    ],
    'shepherd-by-hand': [
      ...bearded({ robe: '#8a7355', sleeve: '#8a7355' }),
      ['#6b4a2a', limb(26, 12, 25, 49, 1.3)],
      ['#6b4a2a', 'M25.400 12Q25 3 30 3Q35 4 33 10L31.700 9.500Q33 5 30 4.500Q27 5 26.800 12Z'],
    ],
    'devil-by-hand': standing(set, 'smiling-face-with-horns', {
      scale: 0.6,
      tall: 27,
      skin: '#c8303a',
      top: '#c8303a',
      legs: '#a3242e',
      shoe: '#3a1f2a',
      front: (y) => tool('trident-emblem', 0.62, 18, y + 2),
    }),
    'thief-by-hand': [
      ...man({
        top: '#f4f1ec',
        legs: '#23242e',
        over: [
          [
            '#23242e',
            `${bar(11.2, 20, 9.6, 1.7)}${bar(11, 24, 10, 1.7)}${bar(10.9, 28, 10.2, 1.7)}`,
          ],
        ],
      }),
      ['#23242e', 'M7 3Q16-6 25 3V5H7Z'],
      ['#23242e', bar(7.6, 7, 16.8, 3.6)],
      ['#f7f5f2', `${oval(13, 8.8, 1.2)}${oval(19, 8.8, 1.2)}`],
      ...tool('money-bag', 0.5, 20, 22),
    ],
    'statue-by-hand': [
      ['#8d949c', bar(5, 50, 22, 12)],
      ['#a9b0b8', bar(3, 48, 26, 3)],
      ['#8d949c', bar(2, 61, 28, 3)],
      ...standing(set, 'man-medium', {
        ...grown,
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
    'apron-by-hand': [
      ['#f4f1ec', 'M9 0H10.600L12 8H20L21.400 0H23L22.500 12Q28 16 27 38H5Q4 16 9.500 12Z'],
      ['#d9d2c6', 'M4.600 18H27.400V20H4.600ZM11 24H21V32H11Z'],
    ],
    'cape-by-hand': [
      ['#c8303a', 'M9 0H23Q27 14 36 44Q26 48 16 45Q6 48-4 44Q5 14 9 0Z'],
      ['#9c2230', 'M9 0L3 44Q10 47 16 45Q22 47 29 44L23 0L19 40L16 6L13 40Z', 0.55],
    ],
    'long-dress-by-hand': [
      ['#c2425f', 'M11 0Q16 4 21 0L22.500 14Q31 30 32 46Q16 51 0 46Q1 30 9.500 14Z'],
      ['#a3314d', 'M9.500 13H22.500V15.500H9.500ZM13 18L10 47L8 46.800ZM19 18L22 47L24 46.800Z'],
    ],
    'wedding-dress-by-hand': [
      ['#fbf8f3', 'M11 0Q16 4 21 0L22.500 14Q34 30 36 46Q16 52-4 46Q-2 30 9.500 14Z'],
      [
        '#e0d7ca',
        'M9.500 13H22.500V15H9.500ZM13 18L8 47.600L6 47.300ZM19 18L24 47.600L26 47.300ZM-3.500 42Q16 48 35.500 42L35.800 44Q16 50-3.800 44Z',
      ],
      ['#e07a9a', oval(16, 14, 2)],
    ],
    'coat-by-hand': [
      ['#e0b23a', 'M9 0L16 3L23 0L28 4L31 21H26.500L24 11L25.500 33H6.500L8 11L5.500 21H1L4 4Z'],
      ['#b98c20', `${bar(15.6, 3, 0.9, 30)}M9 0L16 3L23 0L22 5L16 7L10 5Z`],
      ['#6b4a2a', `${oval(18, 11, 0.9)}${oval(18, 17, 0.9)}${oval(18, 23, 0.9)}`],
    ],
    'jumper-by-hand': [
      ['#c8513f', 'M10 0Q16 3 22 0L27 4L30.500 20H26L24 11V24H8V11L6 20H1.500L5 4Z'],
      [
        '#f4ead6',
        'M8 9L10 6.500L12 9L14 6.500L16 9L18 6.500L20 9L22 6.500L24 9V12L22 9.500L20 12L18 9.500L16 12L14 9.500L12 12L10 9.500L8 12ZM8 15H24V17H8Z',
      ],
      ['#a33d2e', 'M8 22H24V24.500H8ZM10 0Q16 3 22 0L21 2.500Q16 5 11 2.500Z'],
    ],
    'tutu-by-hand': [
      ['#f7c6d6', 'M16 0Q38 1 40 7Q29 14 16 12Q3 14-8 7Q-6 1 16 0Z'],
      ['#e58aa8', 'M16 1.500Q31 3 34 7Q26 10.500 16 9.500Q6 10.500-2 7Q1 3 16 1.500Z'],
    ],
  }
}
