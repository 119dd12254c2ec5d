import { limb, oval } from './shapes.mjs'

/** Plants that the set lacks. */
export const plants = {
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
  'baobab-by-hand': [
    [
      '#8a6a50',
      'M12 60Q15 40 12 22Q8 14-4 8L-2 6Q10 10 15 16Q18 8 14-4L16.500-4Q22 6 22 14Q24 6 32-6L34.500-5Q28 8 28 16Q36 8 48 6L49 8Q38 13 34 22Q31 40 35 60Q24 64 12 60Z',
    ],
    ['#6f523c', 'M26 18Q28 40 28 61Q32 61 35 60Q31 40 34 22Z'],
    [
      '#6f8f3c',
      `${oval(-5, 4, 9, 4)}${oval(8, -2, 8, 4)}${oval(18, -7, 9, 4.4)}${oval(33, -8, 9, 4.4)}${oval(50, 3, 9, 4)}${oval(40, -1, 7, 3.4)}`,
    ],
  ],
}
