// QR codes of addresses (ISO/IEC 18004): bytes, correction level M, versions 1 to 9.

/** For each version: bytes of correction per block, and how many blocks of how many data bytes. */
const BLOCKS: readonly [correction: number, ...groups: [count: number, data: number][]][] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
]
/** Centres of the alignment patterns. */
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
]
const BYTE_MODE = 0b0100
const PADDING = [0xec, 0x11] as const

/** The rows of a code's dark modules; undefined for a text of more than 180 bytes. */
export function encodeQr(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  const version = BLOCKS.findIndex((_, at) => bytes.length + 2 <= roomOf(at)) + 1
  if (version === 0) return undefined
  const words = interleave(fill(bytes, roomOf(version - 1)), version)
  const plans = Array.from({ length: 8 }, (_, mask) => draw(version, words, mask))
  const scores = plans.map(penaltyOf)
  return plans[scores.indexOf(Math.min(...scores))]
}

function roomOf(at: number): number {
  const [, ...groups] = BLOCKS[at] ?? [0]
  return groups.reduce((sum, [count, data]) => sum + count * data, 0)
}

/** Mode, length, the bytes, and padding to the version's room. */
function fill(bytes: readonly number[], room: number): number[] {
  const bits = [BYTE_MODE, bytes.length >> 4]
  const nibbles = [
    ...bits,
    bytes.length & 15,
    ...bytes.flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ]
  const words: number[] = []
  for (let at = 0; at < nibbles.length; at += 2)
    words.push(((nibbles[at] ?? 0) << 4) | (nibbles[at + 1] ?? 0))
  for (let at = 0; words.length < room; at++) words.push(PADDING[at % 2] ?? 0)
  return words
}

function interleave(words: readonly number[], version: number): number[] {
  const [correction, ...groups] = BLOCKS[version - 1] ?? [0]
  const blocks: number[][] = []
  let from = 0
  for (const [count, data] of groups) {
    for (let block = 0; block < count; block++) {
      blocks.push(words.slice(from, from + data))
      from += data
    }
  }
  const checks = blocks.map((block) => correct(block, correction))
  const longest = Math.max(...blocks.map((block) => block.length))
  const turn = (lists: number[][], length: number) =>
    Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return [...turn(blocks, longest), ...turn(checks, correction)]
}

/** Multiplication in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** The Reed-Solomon remainder of a block. */
function correct(block: readonly number[], length: number): number[] {
  const divisor: number[] = Array.from({ length }, (_, at) => (at === length - 1 ? 1 : 0))
  let root = 1
  for (let step = 0; step < length; step++) {
    for (let at = 0; at < length; at++)
      divisor[at] = times(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0)
    root = times(root, 2)
  }
  const rest: number[] = Array.from({ length }, () => 0)
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let at = 0; at < length; at++) rest[at] = (rest[at] ?? 0) ^ times(divisor[at] ?? 0, factor)
  }
  return rest
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function draw(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const fixed = dark.map((row) => row.map(() => false))
  const set = (x: number, y: number, on: boolean) => {
    const row = dark[y]
    const kept = fixed[y]
    if (!row || !kept || x < 0 || x >= size) return
    row[x] = on
    kept[x] = true
  }

  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawEye(set, x, y)
  const centres = ALIGNED[version - 1] ?? []
  const last = centres.at(-1)
  for (const x of centres) {
    for (const y of centres) {
      if ((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)) continue
      drawAlignment(set, x, y)
    }
  }
  drawFormat(set, size, mask)
  if (version >= 7) drawVersion(set, size, version)

  const hides = MASKS[mask] ?? (() => false)
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (fixed[y]?.[x]) continue
        const on = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        bit += 1
        const row = dark[y]
        if (row) row[x] = on !== hides(x, y)
      }
    }
  }
  return dark
}

type Set = (x: number, y: number, on: boolean) => void

function drawEye(set: Set, x: number, y: number): void {
  for (let down = -4; down <= 4; down++) {
    for (let across = -4; across <= 4; across++) {
      const ring = Math.max(Math.abs(across), Math.abs(down))
      if (y + down >= 0) set(x + across, y + down, ring !== 2 && ring !== 4)
    }
  }
}

function drawAlignment(set: Set, x: number, y: number): void {
  for (let down = -2; down <= 2; down++) {
    for (let across = -2; across <= 2; across++)
      set(x + across, y + down, Math.max(Math.abs(across), Math.abs(down)) !== 1)
  }
}

/** Correction level M is 00; the mask and ten bits of a BCH code follow. */
function drawFormat(set: Set, size: number, mask: number): void {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const on = (at: number) => ((bits >> at) & 1) === 1
  for (let at = 0; at <= 5; at++) set(8, at, on(at))
  set(8, 7, on(6))
  set(8, 8, on(7))
  set(7, 8, on(8))
  for (let at = 9; at < 15; at++) set(14 - at, 8, on(at))
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, on(at))
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, on(at))
  set(8, size - 8, true)
}

function drawVersion(set: Set, size: number, version: number): void {
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let at = 0; at < 18; at++) {
    const on = ((bits >> at) & 1) === 1
    const far = size - 11 + (at % 3)
    const near = Math.floor(at / 3)
    set(far, near, on)
    set(near, far, on)
  }
}

/** How hard a code is to read: long runs, blocks, false eyes, and too much of one colour. */
function penaltyOf(dark: boolean[][]): number {
  const size = dark.length
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false))
  let points = 0
  for (const line of [...dark, ...columns]) {
    const text = line.map((on) => (on ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    points += 40 * (text.match(/(?=00001011101|10111010000)/g)?.length ?? 0)
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const on = dark[y]?.[x]
      if (on === dark[y]?.[x - 1] && on === dark[y - 1]?.[x] && on === dark[y - 1]?.[x - 1])
        points += 3
    }
  }
  const share = dark.flat().filter(Boolean).length / (size * size)
  return points + 10 * Math.floor(Math.abs(share * 100 - 50) / 5)
}
