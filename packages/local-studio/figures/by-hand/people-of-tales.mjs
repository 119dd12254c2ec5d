import { BROWN, GROWN, looks, PALE } from './looks.mjs'
import { scaled } from './of-the-set.mjs'
import { bar, limb, oval, standing } from './shapes.mjs'

/** People of tales and of long ago. */
export const peopleOfTales = (set) => {
  const { man, bearded, bust } = looks(set)
  return {
    'king-by-hand': bust('prince-medium', { skin: BROWN, robe: '#7c2f6b' }),
    'queen-by-hand': bust('princess-light', { skin: PALE, robe: '#b3376b' }),
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
      ...GROWN,
      skin: BROWN,
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
      ...GROWN,
      skin: PALE,
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
    'ninja-by-hand': bust('ninja-medium-light', { top: '#32303f', legs: '#282634' }),
    'superhero-by-hand': bust('person-superhero-medium', {
      skin: BROWN,
      top: '#2f6fd0',
      legs: '#2458ab',
      shoe: '#d2303c',
    }),
    'elf-by-hand': bust('person-elf-medium-light', { top: '#4f7a3c', legs: '#6b5236' }),
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
      ...scaled(set, 'money-bag', 0.5, 20, 22),
    ],
  }
}
