import type { Member } from '../drawing/read-cast.ts'

/** Things to sit on, with the height of the seat as a share of the height of the thing. */
export const SEATS = new Map([
  ['chair', 0.52],
  ['armchair-by-hand', 0.42],
  ['sofa-by-hand', 0.46],
  ['throne-by-hand', 0.38],
  ['bench-by-hand', 0.42],
  ['swing-by-hand', 0.26],
  ['deck-chair-by-hand', 0.4],
  ['toilet', 0.46],
])

/** Things to stand on, with the height at which others stand, as a share of the height. */
export const TOPS = new Map([
  ['bed', 0.5],
  ['table-by-hand', 0.98],
  ['piano-by-hand', 0.98],
  ['fireplace-by-hand', 0.98],
  ['bookshelf-by-hand', 0.98],
  ['trampoline-by-hand', 0.96],
  ['gate-by-hand', 0.98],
  ['drawers-by-hand', 0.98],
  ['wire-by-hand', 0.91],
  ['roof-by-hand', 0.6],
  ['iceberg-by-hand', 0.62],
  ['barbecue-by-hand', 0.62],
  ['rocking-horse-by-hand', 0.62],
  ['tandem-by-hand', 0.52],
])

/** How much lower a seated person is, and where the hips are, as shares of the height. */
export const SITTING = 0.875
export const HIPS = { standing: 0.33, seated: 0.234 }

/** How high on a thing another sits, as a share of its height. */
export function seatOf({ kind, name }: Member): number {
  const own = SEATS.get(name) ?? TOPS.get(name)
  if (own) return own
  if (kind === 'furniture') return 0.46
  if (kind === 'vehicle') return name === 'skateboard-by-hand' ? 0.84 : 0.52
  if (kind === 'animal') return 0.66
  if (kind === 'boat') return 0.14
  if (kind === 'structure') return 0.9
  return 0.86
}
