import { peopleByHand } from './people-by-hand.mjs'
import { bar, limb, oval, standing } from './shapes.mjs'
import { thingsByHand } from './things-by-hand.mjs'

/**
 * Figures drawn by hand, and hand-drawn bodies under heads of the set, in the set's box of 32 units.
 * A part is [fill, path, opacity, [scale, x, y]].
 */
/** An animal that sits and looks at the viewer. */
function sitting(set, head, [coat, shade, chest], { tail, ears } = {}) {
  const tails = {
    bushy: [
      [shade, 'M24 44C34 44 39 36 36 27C42 33 42 46 30 49C26 49 23 47 24 44Z'],
      [chest, 'M36 27C42 33 41 38 40 40C37 38 36 34 36 27Z'],
    ],
    thin: [
      [shade, 'M24 46C32 46 36 40 34 33L36 32.500C39 41 34 49 25 48.500Z'],
      [shade, oval(35, 32, 2.2)],
    ],
    none: [],
  }
  return [
    ...tails[tail ?? 'none'],
    [shade, oval(8.5, 44, 6, 5)],
    [shade, oval(23.5, 44, 6, 5)],
    [coat, 'M9 24C6 32 5 40 7 47C11 49 21 49 25 47C27 40 26 32 23 24Z'],
    [chest, 'M16 27C11 29 11 38 13 43C15 45 17 45 19 43C21 38 21 29 16 27Z'],
    [coat, limb(12.5, 34, 12.5, 45, 4.6)],
    [coat, limb(19.5, 34, 19.5, 45, 4.6)],
    [shade, oval(12.5, 47, 3.2, 2)],
    [shade, oval(19.5, 47, 3.2, 2)],
    ...(ears ?? []),
    ...set(head).map(([fill, path, opacity]) => [fill, path, opacity, [1, 0, 0]]),
  ]
}

/** A ship with two masts of square sails. */
const tallShip = (sail, shade, more) => [
  ['#4a3524', `${bar(8.6, -8, 1, 28)}${bar(20.5, -15, 1, 35)}${bar(32.6, -6, 1, 26)}`],
  ['#4a3524', 'M36 20L48 11L48.600 12L38 21.500Z'],
  [sail, 'M3-5Q9-4 15-5Q17.500 1 15.500 6Q9 7.500 2.500 6Q5 1 3-5Z'],
  [shade, 'M2.500 8Q9 9 15.500 8Q18 13 16 18Q9 19.500 1.500 18Q4.500 13 2.500 8Z'],
  [shade, 'M15.500-11Q21-10 26.500-11Q28.500-6 27-2Q21-1 15-2Q17-6 15.500-11Z'],
  [sail, 'M14.500 0Q21 1 27.500 0Q30.500 8 28 17Q21 19 13.500 17Q17 8 14.500 0Z'],
  [sail, 'M28.500-3Q33-2 38-3Q40 4 38.500 9Q33 10 28 9Q30 3 28.500-3Z'],
  [shade, 'M29 11Q33 12 38.500 11Q40 15 39 18.500Q33 19.500 29 18.500Q30 15 29 11Z'],
  ['#6b4226', 'M-3 15H6V20H36L44 17Q42 26 38 31H4Q-2 27-3 15Z'],
  ['#54331d', 'M-1.700 23H41.500Q40 28 38 31H4Q0 28.500-1.700 23Z'],
  ['#e0a02f', 'M-2.900 17.500H6V19H-2.700Z'],
  [
    '#2a1c12',
    `${bar(8, 24.5, 2.4, 2.2)}${bar(15, 24.5, 2.4, 2.2)}${bar(22, 24.5, 2.4, 2.2)}${bar(29, 24.5, 2.4, 2.2)}`,
  ],
  ...more,
]

const BEAR_LIKE = { tail: 'none' }

export function figuresByHand(set) {
  const [pale, brown] = ['#f9dccb', '#a56953']
  const man = 'man-medium'
  const grown = { scale: 0.52, tall: 33 }
  const small = { scale: 0.66, tall: 24 }
  const bust = (name, look) => standing(set, name, { scale: 0.74, tall: 24, sink: 4, ...look })
  const shirt = { top: '#3f6ea8', legs: '#39415a' }
  return {
    ...peopleByHand(set),
    ...thingsByHand(set),
    'fox-by-hand': sitting(set, 'fox', ['#e8762d', '#c9591f', '#fbe9d8'], { tail: 'bushy' }),
    'wolf-by-hand': sitting(set, 'wolf', ['#8b8f99', '#6b6f7a', '#d9dbe0'], { tail: 'bushy' }),
    'lion-by-hand': sitting(set, 'lion', ['#e2a34a', '#c1842f', '#f3d08e'], { tail: 'thin' }),
    'bear-by-hand': sitting(set, 'bear', ['#8d5a3b', '#6f442c', '#b98a63'], BEAR_LIKE),
    'polar-bear-by-hand': sitting(set, 'polar-bear', ['#eef0f2', '#c9d0d6', '#ffffff'], BEAR_LIKE),
    'panda-by-hand': sitting(set, 'panda', ['#f3f3f3', '#26262b', '#ffffff'], BEAR_LIKE),
    'koala-by-hand': sitting(set, 'koala', ['#9aa0a8', '#7b818a', '#d6d9dd'], BEAR_LIKE),
    'frog-by-hand': sitting(set, 'frog', ['#44a847', '#2f8a38', '#d9e8a0'], BEAR_LIKE),
    'raccoon-by-hand': sitting(set, 'raccoon', ['#8b8d92', '#55575d', '#c9cace'], {
      tail: 'bushy',
    }),
    'hamster-by-hand': sitting(set, 'hamster', ['#d99a5b', '#b97d42', '#f7e4cc'], BEAR_LIKE),
    'unicorn-by-hand': [
      ...set('horse').map(([fill, path, opacity]) => [
        { '#6D4534': '#f4f1f7', '#4B3230': '#d98ad0', '#402A32': '#8f6fd0', '#212121': '#5b4a78' }[
          fill
        ] ?? '#f4f1f7',
        path,
        opacity,
      ]),
      ['#f4c542', 'M24.500 5L29.500-3L27.300 6Z'],
    ],
    'man-by-hand': standing(set, man, { ...grown, ...shirt, skin: brown }),
    'person-by-hand': standing(set, 'person-light', {
      ...grown,
      skin: pale,
      top: '#d9853b',
      legs: '#3d4763',
    }),
    'woman-by-hand': standing(set, 'woman-light', { ...grown, skin: pale, dress: '#c2425f' }),
    'girl-by-hand': standing(set, 'girl-medium', { ...small, skin: brown, dress: '#e0a02f' }),
    'boy-by-hand': standing(set, 'boy-light', {
      ...small,
      skin: pale,
      top: '#c8513f',
      legs: '#3f5f8c',
    }),
    'child-by-hand': standing(set, 'child-medium', {
      ...small,
      skin: brown,
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
      ...grown,
      tall: 30,
      dress: '#6d5a8c',
      over: [['#8f7bb0', 'M11 18L16 30L21 18L22 26L16 34L10 26Z']],
    }),
    'grandfather-by-hand': standing(set, 'old-man-medium-light', {
      ...grown,
      tall: 31,
      top: '#6f7f5c',
      legs: '#5a4b45',
    }),
    'bride-by-hand': standing(set, 'woman-medium', {
      ...grown,
      skin: brown,
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
    'groom-by-hand': standing(set, man, {
      ...grown,
      skin: brown,
      top: '#23242e',
      legs: '#23242e',
      over: [
        ['#f4f1ec', 'M14 17L16 27L18 17Z'],
        ['#8a2f45', 'M15 18.500L17 20.500V18.500L15 20.500Z'],
      ],
    }),
    'king-by-hand': bust('prince-medium', { skin: brown, robe: '#7c2f6b' }),
    'queen-by-hand': bust('princess-light', { skin: pale, robe: '#b3376b' }),
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
    'astronaut-by-hand': bust('astronaut-medium-light', {
      top: '#e6e9ee',
      legs: '#d3d8e0',
      shoe: '#9aa3b2',
      skin: '#c5ccd8',
    }),
    'knight-by-hand': [
      ['#8d99a8', limb(13, 34, 12.6, 46, 4.8)],
      ['#8d99a8', limb(19, 34, 19.4, 46, 4.8)],
      ['#5d6775', 'M9.500 50q0-4 4-4h2v4Z'],
      ['#5d6775', 'M16.800 50v-4h2q4 0 4 4Z'],
      ['#aab4c2', 'M10 18C8 24 9 32 10 36Q16 38 22 36C23 32 24 24 22 18Z'],
      ['#9c2f3f', 'M11.500 22H20.500L19.500 36Q16 38 12.500 36Z'],
      ['#f2c94c', 'M15.200 24h1.600v2.500h2.500v1.600h-2.500v4h-1.600v-4h-2.500v-1.600h2.500Z'],
      ['#8d99a8', limb(10, 20, 6.5, 32, 3.8)],
      ['#8d99a8', limb(22, 20, 26, 30, 3.8)],
      ['#d7dde6', 'M26.500 32L28.500 6L30 4L31 6.500L28.500 32Z'],
      ['#7a5a35', 'M24 30.500L31.500 31.500L31.200 33.500L23.800 32.500Z'],
      ['#c0c8d4', 'M9.500 4Q16-1 22.500 4V15Q16 20 9.500 15Z'],
      ['#2c313b', bar(11.5, 8.4, 10, 2)],
      ['#8d99a8', bar(15.5, 8, 1, 9)],
      ['#c8394f', 'M16 1C18-5 24-6 27-2C23-3 20-1 17.500 2Z'],
    ],
    'pirate-by-hand': standing(set, 'man-beard-medium', {
      ...grown,
      skin: brown,
      top: '#8e2f37',
      legs: '#2f2b3a',
      over: [['#f0e6d2', 'M14 17L16 28L18 17Z']],
      front: (y) => [
        [
          '#23202b',
          `M5.500 ${y - 10.5}Q16 ${y - 20} 26.500 ${y - 10.5}Q16 ${y - 14} 5.500 ${y - 10.5}Z`,
        ],
        ['#f4efe6', oval(16, y - 13.7, 1.2)],
        ['#16141b', oval(19, y - 5.6, 1.7)],
        ['#16141b', `M9 ${y - 9}L23 ${y - 6.6}L22.800 ${y - 6}L9 ${y - 8.2}Z`],
      ],
    }),
    'wizard-by-hand': bust('person-mage-medium-light', { robe: '#2f6db0' }),
    'witch-by-hand': standing(set, 'woman-light', {
      ...grown,
      skin: pale,
      robe: '#3b2b52',
      sleeve: '#4a3866',
      front: (y) => [
        [
          '#2a1f3d',
          `M4 ${y - 9.5}Q16 ${y - 14} 28 ${y - 9.5}L20.500 ${y - 12.5}L17 ${y - 26}L11 ${y - 12.5}Z`,
        ],
        [
          '#e08a2e',
          `M11.400 ${y - 13.2}Q16 ${y - 15} 20.200 ${y - 13.2}L19.600 ${y - 15.4}Q16 ${y - 16.8} 12.300 ${y - 15.4}Z`,
        ],
      ],
    }),
    'chef-by-hand': bust('cook-medium-light', { top: '#f2f0ec', legs: '#4a4f60' }),
    'scientist-by-hand': bust('scientist-medium-light', { top: '#f1f3f5', legs: '#4b5568' }),
    'builder-by-hand': bust('construction-worker-medium', {
      skin: brown,
      top: '#f0902f',
      legs: '#3f5f8c',
    }),
    'mechanic-by-hand': bust('mechanic-medium-light', { top: '#3f72ad', legs: '#35609a' }),
    'pilot-by-hand': bust('pilot-medium', { skin: brown, top: '#27304f', legs: '#20283f' }),
    'student-by-hand': bust('student-medium-light', { robe: '#2c2f45' }),
    'zombie-by-hand': standing(set, 'person-zombie', {
      scale: 0.74,
      tall: 24,
      sink: 4,
      skin: '#8fbf7a',
      top: '#6b5a78',
      legs: '#4b4658',
    }),
    'santa-by-hand': bust('santa-claus-medium-light', {
      top: '#d2303c',
      legs: '#b4232f',
      shoe: '#24242a',
      skin: '#f4f4f4',
    }),
    'angel-by-hand': [
      ['#f6f4ff', 'M11 22C2 12-4 16-3 24C-3 31 4 34 11 31Z'],
      ['#f6f4ff', 'M21 22C30 12 36 16 35 24C35 31 28 34 21 31Z'],
      ...standing(set, 'baby-angel-medium-light', {
        scale: 0.6,
        tall: 28,
        robe: '#fdfbf4',
        sleeve: '#fdfbf4',
      }),
    ],
    'alien-by-hand': standing(set, 'alien', {
      scale: 0.7,
      tall: 21,
      top: '#7fb08a',
      legs: '#6a9a78',
      skin: '#9fcfa8',
      shoe: '#4f7a5e',
    }),
    'ninja-by-hand': bust('ninja-medium-light', { top: '#32303f', legs: '#282634' }),
    'detective-by-hand': bust('detective-medium-light', { robe: '#7a6450', shoe: '#3a2c24' }),
    'firefighter-by-hand': bust('firefighter-medium-light', { top: '#c23b32', legs: '#7f2a2a' }),
    'police-by-hand': bust('police-officer-medium-light', { top: '#2d4f94', legs: '#22335f' }),
    'superhero-by-hand': bust('person-superhero-medium', {
      skin: brown,
      top: '#2f6fd0',
      legs: '#2458ab',
      shoe: '#d2303c',
    }),
    'farmer-by-hand': bust('farmer-medium', { skin: brown, top: '#3f72ad', legs: '#3f72ad' }),
    'artist-by-hand': bust('artist-medium', { skin: brown, top: '#e8e6e2', legs: '#3d4358' }),
    'doctor-by-hand': bust('health-worker-medium-light', { top: '#f1f3f5', legs: '#5b7fa6' }),
    'vampire-by-hand': bust('person-vampire-medium-light', { robe: '#2a2533' }),
    'elf-by-hand': bust('person-elf-medium-light', { top: '#4f7a3c', legs: '#6b5236' }),
    'singer-by-hand': bust('singer-medium', { skin: brown, top: '#4c3b78', legs: '#2b2a3c' }),
    'gnome-by-hand': [
      ['#4f6fa8', 'M9 22C6 30 7 38 9 42H23C25 38 26 30 23 22Z'],
      ['#4a352a', oval(12, 43, 4, 2.4)],
      ['#4a352a', oval(20, 43, 4, 2.4)],
      ['#f2c7a5', oval(16, 18, 7, 6)],
      ['#f4f2ee', 'M8.500 19Q10 36 16 36Q22 36 23.500 19Q20 23 16 22Q12 23 8.500 19Z'],
      ['#e0a284', oval(16, 20, 2, 1.7)],
      ['#d2303c', 'M8 15Q16 11 24 15L17-6Z'],
      ['#2a2a30', oval(13, 16.5, 0.8)],
      ['#2a2a30', oval(19, 16.5, 0.8)],
    ],
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
    'dandelion-by-hand': [
      ['#5f8f4a', 'M15.500 14C16.500 24 15 34 15.200 48H16.800C16.600 34 18 24 16.500 14Z'],
      ['#4f7f42', 'M16 47C10 44 5 44 1 38C6 40 9 38 12 41C13 43 15 45 16 47Z'],
      ['#4f7f42', 'M16 47C22 44 27 45 31 40C26 41 23 39 20 42C19 44 17 45 16 47Z'],
      ['#f1efe6', oval(16, 10, 9.6), 0.4],
      ...Array.from({ length: 26 }, (_, i) => {
        const a = (i / 26) * Math.PI * 2 + (i % 2) * 0.12
        const r = 7.4 + (i % 3) * 1.4
        return [
          '#fdfbf2',
          `${limb(16, 10, 16 + Math.cos(a) * r, 10 + Math.sin(a) * r, 0.45)}${oval(+(16 + Math.cos(a) * r).toFixed(2), +(10 + Math.sin(a) * r).toFixed(2), 1.15)}`,
        ]
      }),
      ['#b58a5a', oval(16, 10, 1.8)],
      ['#fdfbf2', oval(29, 3, 0.9)],
      ['#fdfbf2', oval(33, -2, 0.8)],
    ],
    'daisy-by-hand': [
      ['#5f8f4a', limb(16, 14, 16, 34, 1.4)],
      ['#4f7f42', 'M16 30C12 26 8 27 6 24C11 23 15 25 16 30Z'],
      ...Array.from({ length: 12 }, (_, i) => {
        const a = (i / 12) * Math.PI * 2
        return [
          '#fbf9f4',
          limb(
            16 + Math.cos(a) * 3,
            9 + Math.sin(a) * 3,
            16 + Math.cos(a) * 7,
            9 + Math.sin(a) * 7,
            2.6,
          ),
        ]
      }),
      ['#f2c230', oval(16, 9, 3.4)],
    ],
    'eiffel-tower-by-hand': [
      ['#8a6f55', 'M14.800 0H17.200L18 14H14Z'],
      ['#8a6f55', 'M13.500 14H18.500L20 30H12Z'],
      ['#765d46', bar(12.8, 13, 6.4, 1.4)],
      ['#765d46', bar(9.8, 29, 12.4, 2.2)],
      ['#8a6f55', 'M11 31H14.500C13.500 40 10 50 7.500 56H1C6 48 9.500 40 11 31Z'],
      ['#8a6f55', 'M21 31H17.500C18.500 40 22 50 24.500 56H31C26 48 22.500 40 21 31Z'],
      ['#765d46', 'M9.600 37H22.400L22.900 39.500H9.100Z'],
      ['#8a6f55', 'M8 48Q16 36 24 48L23 48Q16 39 9 48Z'],
      ['#a88a6c', 'M15.600 1H16.400L17 14H15Z'],
      ['#a88a6c', 'M15 15H17L17.600 29H14.400Z'],
    ],
    'boat-by-hand': [
      ['#7a4a2c', 'M4 27H29C28 31 26 33 23 33H10C7 33 5 31 4 27Z'],
      [
        '#5f3820',
        'M4.800 29.500H28.300C27.500 31.500 25.800 33 23 33H10C7.500 33 5.600 31.800 4.800 29.500Z',
      ],
      ['#4a3524', bar(15.6, 1, 0.9, 26)],
      ['#f6efe2', 'M17.200 2C23 9 26 17 26.800 25.500H17.200Z'],
      ['#e6d9c4', 'M14.900 5C12 12 9 19 5.500 25.500H14.900Z'],
    ],
    'pirate-ship-by-hand': tallShip('#2c2836', '#3d3748', [
      ['#f4efe6', oval(21, 6.5, 2.3)],
      ['#f4efe6', bar(19.9, 7.8, 2.2, 2)],
      ['#23202b', `${oval(20.1, 6.4, 0.65)}${oval(21.9, 6.4, 0.65)}`],
      ['#23202b', 'M20.500-15.500h8l-2 2.500 2 2.500h-8Z'],
      ['#f4efe6', oval(23.4, -13, 1)],
    ]),
    'tall-ship-by-hand': tallShip('#f6efe2', '#e6d9c4', [['#c8394f', 'M20.500-15.500l7 2-7 2Z']]),
    'bridge-by-hand': [
      [
        '#a39a8d',
        'M-30 30V12Q16-8 62 12V30H54A12 12 0 0 0 30 30H28A12 12 0 0 0 4 30H2A12 12 0 0 0-22 30Z',
      ],
      ['#c2b8a8', 'M-32 13Q16-9 64 13V9Q16-13-32 9Z'],
      ...[-24, -12, 0, 12, 20, 32, 44, 56].map((x) => [
        '#8b8276',
        bar(x, 16 + (x % 8 ? 2 : 0), 5, 1.6),
      ]),
      [
        '#7f766b',
        'M30 30A12 12 0 0 1 54 30H52A10 10 0 0 0 32 30ZM4 30A12 12 0 0 1 28 30H26A10 10 0 0 0 6 30ZM-22 30A12 12 0 0 1 2 30H0A10 10 0 0 0-20 30Z',
      ],
    ],
    'werewolf-by-hand': standing(set, 'wolf', {
      scale: 0.62,
      tall: 30,
      skin: '#9a9aa2',
      top: '#6b4a36',
      legs: '#3d4763',
    }),
    'waiter-by-hand': [
      ...standing(set, man, {
        ...grown,
        skin: brown,
        top: '#f4f1ec',
        legs: '#23242e',
        over: [
          ['#23242e', 'M11 18L14.500 17L16 26L17.500 17L21 18L20.500 32H11.500Z'],
          ['#23242e', 'M14 17.500L18 19.500V17.500L14 19.500Z'],
        ],
      }),
      ['#c5ccd4', 'M19 29H33Q33 31 26 31Q19 31 19 29Z'],
      ['#d8ecf5', 'M27 22H31L30.300 29H27.700Z'],
      ['#b3304a', 'M27.300 25H30.700L30.300 29H27.700Z'],
      ['#e8c13c', 'M21 25H25V29H21Z'],
    ],
    'barber-by-hand': [
      ...standing(set, 'man-beard-medium', {
        ...grown,
        skin: brown,
        top: '#f4f1ec',
        legs: '#3d4358',
      }),
      ...set('scissors').map(([fill, path, opacity]) => [fill, path, opacity, [0.42, 20, 20]]),
    ],
    'guitarist-by-hand': [
      ...standing(set, man, { ...grown, skin: brown, top: '#3f7a6a', legs: '#3a3d4f' }),
      ...set('guitar').map(([fill, path, opacity]) => [fill, path, opacity, [0.82, 4, 17]]),
    ],
    'nun-by-hand': standing(set, 'woman-light', {
      ...grown,
      skin: pale,
      robe: '#24242c',
      sleeve: '#24242c',
      over: [['#f4f1ec', 'M11 17Q16 24 21 17L20 23Q16 26 12 23Z']],
      front: (y) => [
        [
          '#24242c',
          `M7 ${y + 7}Q6 ${y - 17} 16 ${y - 17}Q26 ${y - 17} 25 ${y + 7}L21.500 ${y + 4}Q23 ${y - 12} 16 ${y - 12}Q9 ${y - 12} 10.500 ${y + 4}Z`,
        ],
        [
          '#f4f1ec',
          `M9.500 ${y - 5}Q10 ${y - 12.5} 16 ${y - 12.5}Q22 ${y - 12.5} 22.500 ${y - 5}Q20 ${y - 10} 16 ${y - 10}Q12 ${y - 10} 9.500 ${y - 5}Z`,
        ],
      ],
    }),
    'viking-ship-by-hand': [
      ['#4a3524', bar(19.3, -10, 1.2, 34)],
      ['#f4ead6', 'M6-8Q20-5 34-8Q38 4 33 14Q20 17 7 14Q2 4 6-8Z'],
      ...[0, 2, 4].map((i) => [
        '#c8394f',
        `M${8.5 + i * 5}-7.300Q${10.5 + i * 5}-6.800 ${12.5 + i * 5}-6.600L${12.7 + i * 5} 15.300Q${10.5 + i * 5} 15.300 ${8.5 + i * 5} 14.600Z`,
      ]),
      [
        '#6b4226',
        'M-6 6C-5 18 0 22 8 22H32C40 22 45 18 46 6C43 2 49-2 51 3C52 16 44 31 33 31H7C-4 31-12 16-11 3C-9-2-3 2-6 6Z',
      ],
      ['#54331d', 'M-5 22Q20 29 45 22Q40 31 33 31H7Q0 31-5 22Z'],
      ['#3a2615', oval(-8.5, 3.5, 0.8)],
      ...[2, 9, 16, 23, 30, 37].map((x, i) => [
        ['#e0a02f', '#c8394f', '#3f6c9c'][i % 3],
        oval(x, 23, 2.6),
      ]),
      ...[2, 9, 16, 23, 30, 37].map((x) => ['#f4ead6', oval(x, 23, 0.8)]),
    ],
    'submarine-by-hand': [
      ['#d9a420', 'M16 12V5H28V12Z'],
      ['#8a6a1c', 'M23 5V-3H29V-0.500H25V5Z'],
      ['#f2bf34', 'M4 22Q4 11 18 11H34Q46 11 50 19L55 14V30L50 25Q46 33 34 33H18Q4 33 4 22Z'],
      ['#c98f1e', 'M4.500 25Q24 30 49 26Q45 33 34 33H18Q6 33 4.500 25Z'],
      ...[14, 25, 36].flatMap((x) => [
        ['#8a6a1c', oval(x, 20, 3.6)],
        ['#8fd3ee', oval(x, 20, 2.6)],
      ]),
    ],
    'moose-by-hand': [
      ...set('deer').map(([fill, path, opacity]) => [
        { '#F3AD61': '#6b4a36', '#D3883E': '#523727' }[fill.toUpperCase()] ?? fill,
        path,
        opacity,
      ]),
      ['#b89468', 'M7 5C2 4-2 1-3-5L0-2L0.500-7L3-3L5-7L6.500-3L9-4C9 0 9 3 8.500 5Z'],
      ['#b89468', 'M10 5C13 4 17 2 19-4L16-2L15.500-6L13.500-3L11.500-6L11-3C10 0 9.500 3 10 5Z'],
    ],
    'ostrich-by-hand': [
      [
        '#d9a98c',
        `${limb(16, 30, 14, 40, 1.8)}${limb(14, 40, 16, 52, 1.6)}${limb(21, 30, 24, 40, 1.8)}${limb(24, 40, 22, 52, 1.6)}`,
      ],
      ['#b98068', `${bar(12, 51, 6, 1.6)}${bar(18.5, 51, 6, 1.6)}`],
      ['#f4efe6', 'M30 20C38 16 40 22 36 25C41 27 37 32 31 29Z'],
      ['#2a2730', 'M8 24C8 16 18 14 26 17C33 19 34 27 30 31C24 35 10 34 8 24Z'],
      ['#3d3945', 'M14 22C20 18 28 20 29 25C28 31 18 31 14 22Z'],
      ['#f4efe6', 'M8 24C9 30 15 33 18 33C13 34 8 31 8 24Z'],
      ['#d9a98c', 'M8 26C11 20 9 10 7.500 2L4.800 3C6 12 4 20 6.500 25Z'],
      ['#d9a98c', oval(6, 0.5, 3.6, 3)],
      ['#e0a02f', 'M3.500-0.500L-2 1L3.500 3Z'],
      ['#1d1a22', oval(5.6, -0.3, 0.8)],
    ],
    'crocodile-by-hand': [
      ['#2f8a4a', `${limb(16, 26, 13, 32, 4)}${limb(36, 26, 39, 32, 4)}`],
      [
        '#3fae5c',
        'M-14 22L4 20Q8 15 14 17Q26 12 38 18Q48 20 58 28Q46 29 38 27Q26 31 12 27L-13 27Q-16 25-14 22Z',
      ],
      [
        '#2f8a4a',
        'M14 17L17 13.500L19.500 16L22.500 12.500L25 15L28 12.500L30.500 15.500L34 13.500L36 17Q26 13 14 17Z',
      ],
      ['#b8dc9a', 'M10 26Q24 31 38 27Q26 32.500 12 28Z'],
      ['#f4f1ec', `M-12 24L-11 26L-9.500 24ZM-8 24L-7 26L-5.500 24ZM-4 24L-3 26L-1.500 24Z`],
      ['#256f3b', 'M-13.500 23.400L6 23.600V24.300L-13.500 24.300Z'],
      ['#3fae5c', oval(6, 17.6, 3.2)],
      ['#f6e27a', oval(5.6, 17.2, 1.8)],
      ['#1d1a22', oval(5.3, 17.2, 0.9)],
      ['#2f8a4a', `${limb(13, 27, 10, 32, 4)}${limb(33, 27, 36, 32, 4)}`],
    ],
    'swimming-pool-by-hand': [
      ['#e9e2d4', 'M8 8H56L68 30H-4Z'],
      ['#3fb4dd', 'M11 10.500H53L62.500 27.500H1.500Z'],
      [
        '#7fd3ec',
        `${bar(16, 14, 8, 0.8)}${bar(34, 17, 10, 0.8)}${bar(12, 20, 9, 0.9)}${bar(40, 23, 12, 0.9)}${bar(22, 24, 9, 0.9)}`,
      ],
      [
        '#b9c0c8',
        'M47 3Q47-1 50-1Q53-1 53 3V14H51.600V3Q51.600 0.500 50 0.500Q48.400 0.500 48.400 3V14H47Z',
      ],
      [
        '#b9c0c8',
        'M54 3Q54-1 57-1Q60-1 60 3V16H58.600V3Q58.600 0.500 57 0.500Q55.400 0.500 55.400 3V14H54Z',
      ],
      ['#b9c0c8', `${bar(52, 5, 3, 1)}${bar(52, 9, 3, 1)}`],
    ],
    'waterfall-by-hand': [
      ['#6f6a68', 'M-12 56V12Q-6 2 4 4Q10-2 18 3Q26-3 34 3Q44 0 46 12V56Z'],
      ['#5a5553', 'M-12 56V20L-2 14L2 30L-4 40L2 56ZM46 56V22L38 14L34 32L40 44L34 56Z'],
      ['#8ec9e6', 'M6 5Q17 1 28 5L31 54H2Z'],
      [
        '#d8eef8',
        `M9 6L8 54H5L8 6ZM15 4L14.500 54H11.500L13.500 4ZM20 4L22 54H18.500L18.500 4ZM25 5L28.500 54H25.500L23.500 5Z`,
      ],
      [
        '#f4fafc',
        `${oval(2, 55, 6, 3.4)}${oval(11, 56, 7, 3.8)}${oval(22, 56, 7, 3.8)}${oval(31, 55, 6, 3.4)}`,
      ],
      [
        '#3f7a4a',
        `${oval(-8, 10, 6, 4)}${oval(-2, 6, 5, 4)}${oval(38, 6, 6, 4)}${oval(44, 12, 5, 4)}`,
      ],
    ],
    'wall-by-hand': [
      ['#b5674f', bar(-10, 4, 60, 24)],
      ['#d9cdbb', bar(-11, 1, 62, 3.5)],
      ...[8, 13, 18, 23].flatMap((y, row) => [
        ['#8f4c39', bar(-10, y + 4, 60, 0.7)],
        ...[0, 1, 2, 3, 4, 5].map((i) => [
          '#8f4c39',
          bar(-6 + i * 10 + (row % 2 ? 5 : 0), y - 0.7, 0.7, 5),
        ]),
      ]),
    ],
    'stall-by-hand': [
      ['#8a5c38', `${bar(2, 8, 2, 36)}${bar(44, 8, 2, 36)}`],
      ['#a8744a', bar(0, 28, 48, 16)],
      ['#8a5c38', `${bar(0, 34, 48, 0.8)}${bar(0, 39, 48, 0.8)}`],
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => [
        i % 2 ? '#f4efe6' : '#c8394f',
        `M${1 + i * 5.75} 2H${6.75 + i * 5.75}L${6 + i * 6.5 - 0.5} 12Q${2.2 + i * 6.5} 16-${0} ${0}Z`.replace(
          /Q.*$/,
          `A3.250 3 0 0 1 ${-1 + i * 6.5} 12Z`,
        ),
      ]),
      ['#e0702f', `${oval(6, 27, 2.6)}${oval(11, 27, 2.6)}${oval(8.5, 23.5, 2.6)}`],
      ['#c8394f', `${oval(20, 27, 2.6)}${oval(25, 27, 2.6)}${oval(22.5, 23.5, 2.6)}`],
      [
        '#7fae3c',
        `${oval(34, 27, 2.6)}${oval(39, 27, 2.6)}${oval(36.5, 23.5, 2.6)}${oval(43, 27, 2.2)}`,
      ],
    ],
    'hammock-by-hand': [
      ['#6b4a2a', `${limb(0, 0, -2, 34, 3)}${limb(56, 0, 58, 34, 3)}`],
      [
        '#c9b28a',
        `${limb(0, 6, 9, 15, 0.7)}${limb(0, 6, 8, 12, 0.7)}${limb(56, 6, 47, 15, 0.7)}${limb(56, 6, 48, 12, 0.7)}`,
      ],
      ['#e0a02f', 'M8 11Q28 32 48 11L47 16Q28 40 9 16Z'],
      ['#c8513f', 'M10 17Q28 37 46 17L45 19.500Q28 40.500 11 19.500Z'],
    ],
    'pillow-by-hand': [
      [
        '#e6a5b4',
        'M2 8Q6 4 10 6Q18 8 26 6Q31 4 34 8Q32 15 34 24Q30 27 26 25Q18 23 10 25Q5 27 2 24Q4 16 2 8Z',
      ],
      ['#d48a9c', 'M4 24Q18 19 33 24Q30 27 26 25Q18 23 10 25Q6 27 4 24Z'],
    ],
    'blanket-by-hand': [
      ['#f4ead6', 'M8 14H56L68 30H-4Z'],
      ...[0, 1, 2, 3, 4].map((i) => [
        '#c8394f',
        `M${8 + i * 10.5} 14H${13 + i * 10.5}L${4 + i * 15.7 - 1} 30H${-4 + i * 15.7}Z`,
        0.85,
      ]),
      ['#c8394f', 'M5 18H59L61 20.500H3.200ZM1.200 23.500H63.300L66 27H-1.600Z', 0.55],
    ],
    'stove-by-hand': [
      ['#d8dbe0', bar(0, 4, 34, 36)],
      ['#9aa2ad', bar(0, 4, 34, 7)],
      ['#2f333d', bar(4, 15, 26, 18)],
      ['#e08a3c', bar(7, 19, 20, 11)],
      ['#f4f6f8', bar(4, 12.6, 26, 1.6)],
      ...[5, 11, 23, 29].map((x) => ['#2f333d', oval(x, 7.5, 1.8)]),
      ['#2f333d', bar(-1, 2, 36, 2.4)],
      ['#8c3a31', 'M5-7H15V2H5Z'],
      ['#6f2c25', `${bar(2.5, -5, 3, 1.6)}${bar(14.5, -5, 3, 1.6)}${bar(4, -8.5, 12, 1.8)}`],
    ],
    'fridge-by-hand': [
      ['#dfe6ea', bar(0, 0, 26, 54)],
      ['#b8c2ca', bar(0, 18, 26, 0.9)],
      ['#8b96a1', `${bar(2.5, 8, 1.5, 8)}${bar(2.5, 22, 1.5, 12)}`],
      ['#5b6570', `${bar(2, 54, 4, 2)}${bar(20, 54, 4, 2)}`],
    ],
    'kettle-by-hand': [
      ['#2f333d', 'M8 10Q8-2 20-2Q32-2 32 10H29Q29 1 20 1Q11 1 11 10Z'],
      ['#5d8aa8', 'M6 32Q4 12 20 10Q36 12 34 32Z'],
      ['#5d8aa8', 'M33 18L42 12L44 15L34 27Z'],
      ['#456f8b', 'M6.500 27H33.500L34 32H6Z'],
      ['#2f333d', oval(20, 9.5, 2)],
    ],
    'grandfather-clock-by-hand': [
      ['#6f4a2c', 'M2 10Q13-4 24 10V20H2Z'],
      ['#7d5433', bar(4, 20, 18, 34)],
      ['#6f4a2c', bar(0, 53, 26, 9)],
      ['#f4ead6', oval(13, 11.5, 7)],
      ['#23202b', `${limb(13, 11.5, 13, 6.5, 0.9)}${limb(13, 11.5, 16.5, 13, 0.9)}`],
      ['#3a2615', bar(7, 23, 12, 27)],
      ['#dcb04a', `${bar(12.6, 23, 0.8, 18)}${oval(13, 42, 3.2)}`],
    ],
    'stairs-by-hand': [0, 1, 2, 3, 4, 5].flatMap((i) => [
      ['#a39a8d', bar(i * 8, 36 - i * 6, 48 - i * 8, 6)],
      ['#c9c0b2', bar(i * 8 - 0.6, 36 - i * 6, 48.6 - i * 8, 1.6)],
    ]),
    'igloo-by-hand': [
      ['#e3eef5', 'M-2 32Q0 2 24 2Q46 2 50 32Z'],
      [
        '#b7cfdf',
        `${bar(0, 21, 48, 0.8)}${bar(5, 11, 38, 0.8)}${bar(24, 2, 0.8, 9)}${bar(14, 11, 0.8, 10)}${bar(34, 11, 0.8, 10)}${bar(6, 21, 0.8, 11)}${bar(42, 21, 0.8, 11)}`,
      ],
      ['#cfe0ec', 'M12 32V26Q12 14 24 14Q36 14 36 26V32Z'],
      ['#34506b', 'M16 32V26Q16 18 24 18Q32 18 32 26V32Z'],
    ],
    'sandcastle-by-hand': [
      ['#d9b66f', 'M-2 34L2 20H14V16H30V20H42L46 34Z'],
      [
        '#e6c786',
        'M3 20V10H5.500V12.500H8V10H10.500V12.500H13V10H15V20ZM29 20V10H31V12.500H33.500V10H36V12.500H38.500V10H41V20Z',
      ],
      ['#e0be7a', 'M15 17V4H17.500V6.500H20.500V4H23.500V6.500H26.500V4H29V17Z'],
      ['#7a5a30', 'M18 34V28Q22 23 26 28V34Z'],
      ['#6b4226', bar(21.6, -6, 0.8, 11)],
      ['#c8394f', 'M22.400-6L29-3.500L22.400-1Z'],
    ],
    'snow-globe-by-hand': [
      ['#cfe8f5', oval(18, 16, 16)],
      ['#f7fafc', 'M3 21Q18 15 33 21Q29 32 18 32Q7 32 3 21Z'],
      ['#8c3a31', 'M13 14L18 9L23 14V21H13Z'],
      ['#3f6b4a', 'M26 22L29 12L32 22ZM5 23L8 13L11 23Z'],
      [
        '#ffffff',
        `${oval(9, 8, 1)}${oval(16, 5, 1)}${oval(24, 7, 1)}${oval(28, 10, 0.9)}${oval(12, 11, 0.9)}`,
      ],
      ['#7d5433', 'M6 30H30L34 40H2Z'],
    ],
    'record-player-by-hand': [
      ['#8a5c38', bar(0, 20, 44, 12)],
      ['#6f4a2c', bar(0, 29, 44, 3)],
      ['#23202b', oval(18, 20, 15, 5)],
      ['#c8394f', oval(18, 20, 5, 1.8)],
      ['#b9c0c8', 'M38 19L36 8L24 17L25 18L35.500 10.500L36.800 19Z'],
    ],
    'wheelbarrow-by-hand': [
      ['#3f7a4a', 'M6 8H44L36 24H16Z'],
      ['#2f5f39', 'M14 20H38L36 24H16Z'],
      ['#7a5233', limb(34, 23, 58, 13, 2)],
      ['#7a5233', limb(16, 24, 8, 30, 2)],
      ['#3a3d45', limb(36, 24, 38, 34, 1.8)],
      ['#23202b', oval(8, 30, 5.5)],
      ['#9aa2b0', oval(8, 30, 2)],
    ],
    'watering-can-by-hand': [
      ['#5f9aa8', 'M8 12H30L32 34H6Z'],
      ['#4a7d8a', 'M30 26L44 10L47 12L32 33Z'],
      ['#5f9aa8', 'M41 6L51 13L49 16L39 9Z'],
      ['#4a7d8a', 'M9 12Q4-4 20-2Q30-1 29 12H26Q27 2 20 1Q10 0 12 12Z'],
    ],
    'barn-by-hand': [
      ['#b23a32', 'M2 44V18L10 8L24 0L38 8L46 18V44Z'],
      ['#6b2c28', 'M-1 19L9 7L24-2L39 7L49 19L46 21L37 10L24 2.500L11 10L2 21Z'],
      [
        '#f4efe6',
        'M14 44V26H34V44H32L24 36L16 44ZM16 28V41L22.800 34.500ZM32 28L25.200 34.500L32 41ZM17 28H31L24 33.500Z',
      ],
      ['#f4efe6', bar(20, 11, 8, 8)],
      ['#5a2522', bar(21.2, 12.2, 5.6, 5.6)],
    ],
    'treehouse-by-hand': [
      ['#6b4a2a', 'M19 60L20 30L12 22L14 20L22 27L23 18H27L27 27L36 19L38 21L29 31L31 60Z'],
      ['#4f8f4a', `${oval(8, 12, 13)}${oval(42, 12, 13)}${oval(25, 2, 16)}`],
      ['#a8744a', 'M11 14H39V32H11Z'],
      ['#7a4a2c', 'M7 15L25 4L43 15Z'],
      ['#3a2615', 'M22 20H29V32H22Z'],
      ['#bfe0ee', `${bar(14, 19, 5, 5)}${bar(32, 19, 5, 5)}`],
      ['#8a5c38', bar(7, 31, 36, 3)],
      [
        '#c9b28a',
        `${bar(33, 34, 0.8, 24)}${bar(38, 34, 0.8, 24)}${bar(33, 38, 5.8, 0.8)}${bar(33, 43, 5.8, 0.8)}${bar(33, 48, 5.8, 0.8)}${bar(33, 53, 5.8, 0.8)}`,
      ],
    ],
    'pier-by-hand': [
      [
        '#6f4f34',
        `${bar(0, 12, 3, 18)}${bar(16, 12, 3, 20)}${bar(34, 12, 3, 20)}${bar(52, 12, 3, 18)}`,
      ],
      ['#a17a52', bar(-6, 8, 66, 5)],
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => ['#7d5c3c', bar(-2 + i * 7, 8, 0.7, 5)]),
    ],
    'candyfloss-by-hand': [
      ['#f4efe6', 'M13 24H19L16.500 46H15.500Z'],
      [
        '#f4a6c4',
        `${oval(16, 12, 11)}${oval(8, 18, 7)}${oval(24, 18, 7)}${oval(11, 7, 7)}${oval(21, 6, 7)}${oval(16, 22, 8)}`,
      ],
      ['#fbc9dc', `${oval(12, 8, 4)}${oval(21, 13, 3)}${oval(11, 18, 3)}`],
    ],
    'vending-machine-by-hand': [
      ['#c8394f', bar(0, 0, 30, 54)],
      ['#bfe0ee', bar(3, 4, 17, 34)],
      ...[4, 12.5, 21, 29.5].flatMap((y, row) =>
        [0, 1, 2, 3].map((i) => [
          ['#e0a02f', '#3f7a4a', '#f4efe6', '#3f6c9c', '#e0602f'][(i + row * 2) % 5],
          bar(4 + i * 4, y + 1.5, 2.8, 6),
        ]),
      ),
      ['#f4efe6', bar(22.5, 8, 5, 7)],
      ['#23202b', `${bar(22.5, 18, 5, 2)}${bar(4, 42, 16, 6)}`],
    ],
    'paper-boat-by-hand': [
      ['#f6f3ec', 'M2 18L10 30H22L30 18L22 20L16 8L10 20Z'],
      ['#d9d4c8', 'M16 8L22 20L16 24Z'],
      ['#e6e2d8', 'M2 18L10 20L16 24L10 30Z'],
    ],
    'train-by-hand': [...set('locomotive')],
    'table-by-hand': [
      ['#a8744a', bar(0, 10, 44, 3.2)],
      ['#8a5c38', bar(2.5, 13.2, 39, 2.6)],
      ['#8a5c38', 'M4 15.800H7L6.400 32H4.400Z'],
      ['#8a5c38', 'M37 15.800H40L39.600 32H37.600Z'],
    ],
    'sofa-by-hand': [
      ['#3a2f3f', `${bar(4, 29, 3, 3)}${bar(49, 29, 3, 3)}`],
      ['#3f6c9c', 'M5 16V6Q5 1 10 1H46Q51 1 51 6V16Z'],
      ['#355d89', bar(27.6, 2, 0.8, 14)],
      ['#4f81b5', 'M7 15H49V23H7Z'],
      ['#355d89', bar(27.6, 15, 0.8, 8)],
      ['#355d89', bar(6, 22, 44, 7.5)],
      ['#4a79ab', 'M0 14Q0 10 4 10Q8 10 8 14V29.500H0Z'],
      ['#4a79ab', 'M48 14Q48 10 52 10Q56 10 56 14V29.500H48Z'],
    ],
    'armchair-by-hand': [
      ['#3a2f3f', `${bar(3.5, 33, 3, 3)}${bar(25.5, 33, 3, 3)}`],
      ['#a4483c', 'M4 20V7Q4 0 11 0H21Q28 0 28 7V20Z'],
      ['#bd5a4b', 'M6 19H26V27H6Z'],
      ['#8c3a31', bar(5, 26, 22, 7.5)],
      ['#b25044', 'M-2 18Q-2 13.500 2 13.500Q6.500 13.500 6.500 18V33.500H-2Z'],
      ['#b25044', 'M25.500 18Q25.500 13.500 30 13.500Q34 13.500 34 18V33.500H25.500Z'],
    ],
    'throne-by-hand': [
      ['#c9962e', 'M5 50V8L2 4L7 5L10 0L13 4L16-3L19 4L22 0L25 5L30 4L27 8V50H23V40H9V50Z'],
      ['#8f2440', 'M8 10H24V27H8Z'],
      ['#a52f4d', 'M7 28H25V34H7Z'],
      ['#dcb04a', bar(6, 33.5, 20, 4)],
      [
        '#dcb04a',
        `${bar(1, 22, 5, 3)}${bar(26, 22, 5, 3)}${bar(2, 25, 3, 25)}${bar(27, 25, 3, 25)}`,
      ],
      ['#5fc3e8', `${oval(16, 4.5, 1.5)}${oval(9, 6.5, 1)}${oval(23, 6.5, 1)}`],
    ],
    'fireplace-by-hand': [
      ['#efe6d8', bar(-2, 0, 40, 4)],
      ['#b5674f', bar(0, 4, 36, 32)],
      ...[7, 13, 19, 25, 31].flatMap((y, row) => [
        ['#9c553f', bar(0, y, 36, 0.7)],
        ['#9c553f', bar(row % 2 ? 4 : 2, y - 5, 0.7, 5)],
        ['#9c553f', bar(row % 2 ? 32 : 33.5, y - 5, 0.7, 5)],
        ['#9c553f', bar(row % 2 ? 16 : 19, Math.min(y - 5, 4), 0.7, 4)],
      ]),
      ['#2a2023', 'M7 36V16Q18 6 29 16V36Z'],
      ['#6b4226', `${limb(11, 34, 25, 32, 2.6)}${limb(11, 32, 25, 34, 2.6)}`],
      [
        '#f2702a',
        'M12 32Q10 26 14 22Q15 25 16.500 24Q16 18 20 15Q19.500 20 22 23Q23 22 22.800 20Q26 26 23.500 32Z',
      ],
      ['#ffc24d', 'M15 32Q13.500 28.500 16.500 26Q17.500 28 18.500 24Q21.500 27.500 20.500 32Z'],
      ['#d9cdbb', bar(-3, 35.5, 42, 2.5)],
    ],
    'piano-by-hand': [
      ['#2b2530', 'M0 0H44V17H0Z'],
      ['#3a3340', bar(2, 3, 40, 11)],
      ['#f4efe6', bar(16, 4, 12, 8)],
      ...[6, 7.8, 9.6].map((y) => ['#8c8f94', bar(17.5, y, 9, 0.4)]),
      ['#2b2530', bar(-2, 22, 48, 4)],
      ['#fbf8f1', bar(0, 17, 44, 5.5)],
      ...Array.from({ length: 13 }, (_, i) => ['#b9b4ac', bar(3.2 + i * 3.14, 17, 0.3, 5.5)]),
      ...[0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((i) => [
        '#1d1a22',
        bar(2.3 + i * 3.14, 17, 1.8, 3.3),
      ]),
      ['#2b2530', `${bar(-1, 26, 4, 14)}${bar(41, 26, 4, 14)}${bar(3, 26, 38, 11)}`],
      ['#c9a03a', `${bar(19, 36, 2, 2.5)}${bar(23, 36, 2, 2.5)}`],
    ],
    'bookshelf-by-hand': [
      ['#6f4a2c', bar(0, 0, 36, 52)],
      ...[2, 14.5, 27, 39.5].map((y) => ['#4a2f1b', bar(2, y, 32, 10.5)]),
      ...[2, 14.5, 27, 39.5].flatMap((y, row) =>
        Array.from({ length: 9 }, (_, i) => {
          const tall = 6.5 + ((i * 5 + row * 3) % 4)
          const colour = ['#c8513f', '#e0a02f', '#4d7fa8', '#5f8f5a', '#f0e6d2', '#7b5ea7'][
            (i * 2 + row) % 6
          ]
          return [colour, bar(2.6 + i * 3.4, y + 10.5 - tall, 2.8, tall)]
        }),
      ),
    ],
    'bench-by-hand': [
      ['#7a5233', bar(0, 12, 44, 3)],
      ['#8d6340', bar(0, 16.5, 44, 3)],
      ['#9a6d47', bar(-1, 22.5, 46, 3)],
      ['#3a3d45', bar(3, 11, 2, 21)],
      ['#3a3d45', bar(39, 11, 2, 21)],
    ],
    'fence-by-hand': [
      ['#e9e2d4', bar(-4, 8, 52, 2.6)],
      ['#e9e2d4', bar(-4, 18, 52, 2.6)],
      ...Array.from({ length: 7 }, (_, i) => [
        i % 2 ? '#f4eee2' : '#dcd3c2',
        `M${-3 + i * 7.4} 28V4L${-0.6 + i * 7.4} 0.500L${1.8 + i * 7.4} 4V28Z`,
      ]),
    ],
    'swing-by-hand': [
      ['#7a5233', 'M2 0L4 0L10 40H8Z'],
      ['#7a5233', 'M42 0H40L34 40H36Z'],
      ['#8d6340', bar(0, -1.5, 44, 3)],
      ['#c9b28a', bar(16, 1, 0.8, 28)],
      ['#c9b28a', bar(27.2, 1, 0.8, 28)],
      ['#b4452f', bar(13.5, 28.5, 17, 2.4)],
    ],
    'street-lamp-by-hand': [
      ['#2f333d', bar(15.2, 12, 1.6, 44)],
      ['#2f333d', 'M12 56Q12 51 15 50H17Q20 51 20 56Z'],
      ['#2f333d', 'M11 3L16-1L21 3Z'],
      ['#ffdf9a', 'M11.500 3H20.500L19 11H13Z'],
      ['#2f333d', bar(12.8, 11, 6.4, 1.4)],
    ],
    'telephone-box-by-hand': [
      ['#c0282f', 'M6 4Q16-1 26 4V54H6Z'],
      ['#8f1c24', bar(5, 52, 22, 3)],
      ['#f6f0e0', bar(9, 6, 14, 3)],
      ['#d9ecf2', bar(9.5, 12, 13, 36)],
      ...[18, 24, 30, 36, 42].map((y) => ['#c0282f', bar(9.5, y, 13, 1)]),
      ['#c0282f', bar(13.5, 12, 1, 36)],
      ['#c0282f', bar(17.5, 12, 1, 36)],
    ],
    'sword-by-hand': [
      ['#d7dde6', 'M14.600 24L15 2L16 0L17 2L17.400 24Z'],
      ['#c9a03a', bar(10.5, 24, 11, 2)],
      ['#6b4a2a', bar(15, 26, 2, 6)],
      ['#c9a03a', oval(16, 33, 1.7)],
    ],
    'party-hat-by-hand': [
      ['#e0508a', 'M7 24L16 2L25 24Q16 27 7 24Z'],
      ['#f5d04c', 'M11.200 14L20 12.400L21.200 15.500L10 17.500Z'],
      ['#f5d04c', 'M8.400 20.600L22.800 18.600L24 21.700L7.200 23.600Z'],
      ['#56b6e8', oval(16, 2, 2.4)],
    ],
    'wizard-hat-by-hand': [
      ['#3a3a86', 'M1 25Q16 19 31 25Q16 30 1 25Z'],
      ['#4646a0', 'M7.500 23.500L17-2L24.500 23.500Q16 26 7.500 23.500Z'],
      ['#f5d04c', oval(15, 17, 1.2)],
      ['#f5d04c', oval(19, 12, 0.9)],
      ['#f5d04c', oval(16.5, 7, 0.8)],
    ],
    'santa-hat-by-hand': [
      [
        '#d2303c',
        'M5 22C7 8 16 1 25 7C29 10 30 15 29.500 19C26 14 24 13 22.500 13C24.500 16 26 19 26.500 22Z',
      ],
      ['#f7f5f2', oval(29.3, 20, 2.6)],
      ['#f7f5f2', limb(5, 24, 26.5, 24, 4.6)],
    ],
    'skateboard-by-hand': [
      ['#3a3d48', oval(8, 27, 2.6)],
      ['#3a3d48', oval(32, 27, 2.6)],
      ['#9aa2b0', oval(8, 27, 1)],
      ['#9aa2b0', oval(32, 27, 1)],
      [
        '#8a5a36',
        'M-1 18.500Q2 21 5 22H35Q38 21 41 18.500L42.500 20.500Q39 25 35 25H5Q1 25-2.500 20.500Z',
      ],
      [
        '#3b8fc4',
        'M-1 18.500Q2 21 5 22H35Q38 21 41 18.500L41.600 19.300Q38.500 22.200 35 23H5Q1.500 22.200-1.600 19.300Z',
      ],
    ],
    'bow-tie-by-hand': [
      ['#c8314a', 'M16 8L3 2V16L16 10L29 16V2Z'],
      ['#97203a', bar(13.5, 6, 5, 6)],
    ],
  }
}
