/**
 * Figures drawn by hand, and hand-drawn bodies under heads of the set, in the set's box of 32 units.
 * A part is [fill, path, opacity, [scale, x, y]].
 */
const oval = (x, y, rx, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
const bar = (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}Z`
/** A limb: a line with round ends. */
const limb = (x1, y1, x2, y2, wide) => {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1
  const nx = (-(y2 - y1) / long) * (wide / 2)
  const ny = ((x2 - x1) / long) * (wide / 2)
  const r = wide / 2
  const p = (v) => v.toFixed(2)
  return `M${p(x1 + nx)} ${p(y1 + ny)}L${p(x2 + nx)} ${p(y2 + ny)}A${r} ${r} 0 0 0 ${p(x2 - nx)} ${p(y2 - ny)}L${p(x1 - nx)} ${p(y1 - ny)}A${r} ${r} 0 0 0 ${p(x1 + nx)} ${p(y1 + ny)}Z`
}

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

/** A person from the shoulders of a bust, or from a head alone, down to the shoes. */
function standing(set, head, look) {
  const {
    top,
    legs,
    shoe = '#3a2f3f',
    skin = '#f2c7a5',
    dress,
    scale = 0.62,
    drop = 0,
    robe,
  } = look
  const tall = look.tall ?? 30
  const y = 17 + drop
  const foot = y + tall
  const hip = y + tall * 0.46
  const parts = []
  if (dress || robe) {
    const hem = robe ? foot - 1 : hip + tall * 0.24
    if (!robe)
      parts.push(
        [skin, limb(13.6, hip, 13.4, foot - 2, 2.6)],
        [skin, limb(18.4, hip, 18.6, foot - 2, 2.6)],
      )
    parts.push([shoe, oval(13.6, foot - 1, 2.6, 1.4)], [shoe, oval(19, foot - 1, 2.6, 1.4)])
    parts.push([
      dress ?? robe,
      `M12 ${y}C11 ${y + 4} 12 ${hip - 4} 12.4 ${hip - 4}L8 ${hem}Q16 ${hem + 2} 24 ${hem}L19.600 ${hip - 4}C20 ${hip - 4} 21 ${y + 4} 20 ${y}Z`,
    ])
  } else {
    parts.push(
      [legs, limb(13.4, hip - 2, 13, foot - 3, 4.4)],
      [legs, limb(18.6, hip - 2, 19, foot - 3, 4.4)],
    )
    parts.push(
      [shoe, `M10.500 ${foot}q0-3.500 3-3.500h2.200v3.500Z`],
      [shoe, `M16.800 ${foot}v-3.500h2.200q3.500 0 3.500 3.500Z`],
    )
    parts.push([
      top,
      `M11.500 ${y}C10.500 ${y + 4} 10.800 ${hip} 10.800 ${hip + 1}Q16 ${hip + 2} 21.200 ${hip + 1}C21.200 ${hip} 21.500 ${y + 4} 20.500 ${y}Z`,
    ])
  }
  const sleeve = look.sleeve ?? top ?? dress ?? robe
  const hand = hip + 1
  parts.push([sleeve, limb(11.6, y + 2, 8.6, hand - 2, 3.2)], [skin, oval(8.3, hand - 0.6, 1.6)])
  parts.push([sleeve, limb(20.4, y + 2, 23.4, hand - 2, 3.2)], [skin, oval(23.7, hand - 0.6, 1.6)])
  for (const part of look.over ?? []) parts.push(part)
  const heads = set(head).map(([fill, path, opacity]) => [
    fill,
    path,
    opacity,
    [scale, 16 - 16 * scale, y + 2.5 - 32 * scale + (look.sink ?? 0)],
  ])
  return [...parts, ...heads, ...(look.front?.(y) ?? [])]
}

const BEAR_LIKE = { tail: 'none' }

export function figuresByHand(set) {
  const [pale, brown] = ['#f9dccb', '#a56953']
  const man = 'man-medium'
  const grown = { scale: 0.52, tall: 33 }
  const small = { scale: 0.66, tall: 24 }
  const bust = (name, look) => standing(set, name, { scale: 0.74, tall: 24, sink: 4, ...look })
  const shirt = { top: '#3f6ea8', legs: '#39415a' }
  return {
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
