import { dyed } from './of-the-set.mjs'
import { bar, limb, oval } from './shapes.mjs'

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

const BEAR_LIKE = { tail: 'none' }

/** Animals of which the set has the head alone or another colour, and animals that it lacks. */
export const animals = (set) => ({
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
  'heron-by-hand': dyed(set, 'flamingo', {
    '#D73B9A': '#5f7080',
    '#F837A2': '#7f90a0',
    '#FF6DC6': '#a3b2c0',
    '#FFB2FF': '#c3ced8',
    '#636363': '#d9a13a',
  }),
})
