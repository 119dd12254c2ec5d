import { BROWN, GROWN, looks, PALE } from './looks.mjs'
import { scaled } from './of-the-set.mjs'
import { bar, limb, oval, standing } from './shapes.mjs'

/** People of a trade, each with the clothes or tools that show the trade. */
export const trades = (set) => {
  const { man, fair, bearded, woman, bust } = looks(set)
  return {
    'chef-by-hand': bust('cook-medium-light', { top: '#f2f0ec', legs: '#4a4f60' }),
    'scientist-by-hand': bust('scientist-medium-light', { top: '#f1f3f5', legs: '#4b5568' }),
    'builder-by-hand': bust('construction-worker-medium', {
      skin: BROWN,
      top: '#f0902f',
      legs: '#3f5f8c',
    }),
    'mechanic-by-hand': bust('mechanic-medium-light', { top: '#3f72ad', legs: '#35609a' }),
    'pilot-by-hand': bust('pilot-medium', { skin: BROWN, top: '#27304f', legs: '#20283f' }),
    'astronaut-by-hand': bust('astronaut-medium-light', {
      top: '#e6e9ee',
      legs: '#d3d8e0',
      shoe: '#9aa3b2',
      skin: '#c5ccd8',
    }),
    'student-by-hand': bust('student-medium-light', { robe: '#2c2f45' }),
    'detective-by-hand': bust('detective-medium-light', { robe: '#7a6450', shoe: '#3a2c24' }),
    'firefighter-by-hand': bust('firefighter-medium-light', { top: '#c23b32', legs: '#7f2a2a' }),
    'police-by-hand': bust('police-officer-medium-light', { top: '#2d4f94', legs: '#22335f' }),
    'farmer-by-hand': bust('farmer-medium', { skin: BROWN, top: '#3f72ad', legs: '#3f72ad' }),
    'doctor-by-hand': bust('health-worker-medium-light', { top: '#f1f3f5', legs: '#5b7fa6' }),
    'waiter-by-hand': [
      ...standing(set, 'man-medium', {
        ...GROWN,
        skin: BROWN,
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
        ...GROWN,
        skin: BROWN,
        top: '#f4f1ec',
        legs: '#3d4358',
      }),
      ...set('scissors').map(([fill, path, opacity]) => [fill, path, opacity, [0.42, 20, 20]]),
    ],
    'nun-by-hand': standing(set, 'woman-light', {
      ...GROWN,
      skin: PALE,
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
    'judge-by-hand': bust('judge-medium-light', { robe: '#24242c', sleeve: '#24242c' }),
    'office-worker-by-hand': bust('office-worker-medium-light', {
      top: '#3b4560',
      legs: '#2f374d',
      front: (y) => scaled(set, 'briefcase', 0.45, 17, y + 11),
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
        ...scaled(set, 'envelope', 0.4, 2, y + 8),
      ],
    }),
    'miner-by-hand': bearded({
      top: '#6b6256',
      legs: '#3f5f8c',
      front: (y) => [
        ['#f2b632', `M6.500 ${y - 9}Q7 ${y - 19} 16 ${y - 19}Q25 ${y - 19} 25.500 ${y - 9}Z`],
        ['#c98f1e', bar(5.5, y - 10, 21, 1.6)],
        ['#fff6cf', oval(16, y - 13.6, 2.8)],
        ...scaled(set, 'pick', 0.62, 18, y + 2),
      ],
    }),
    'librarian-by-hand': woman({
      dress: '#4d6b57',
      front: (y) => [
        ...scaled(set, 'glasses', 0.5, 8, y - 15),
        ...scaled(set, 'books', 0.62, 6, y + 3),
      ],
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
      front: (y) => scaled(set, 'scissors', 0.42, 20, y + 4),
    }),
    'fisherman-by-hand': [
      ...bearded({ top: '#e0b23a', legs: '#e0b23a', shoe: '#2f5f4a' }),
      ['#d6a52e', 'M7 6Q16-4 25 6L28 8H4Z'],
      ['#6b4a2a', limb(22, 34, 40, -6, 1.1)],
      ['#e8ecef', limb(40, -6, 41, 24, 0.4)],
      ...scaled(set, 'fish', 0.4, 35, 22),
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
  }
}
