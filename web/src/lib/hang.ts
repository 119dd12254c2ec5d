import type { MediaView } from '@vignette/contract/entities.ts'

/**
 * The items in their order, except that no twins stand beside each other, where that can be: a twin
 * waits for the next item that is none. An appended page moves only twins that still waited.
 */
export function partTwins<T>(items: readonly T[], areTwins: (one: T, other: T) => boolean): T[] {
  const hung: T[] = []
  let waiting: T[] = []
  for (const item of items) {
    waiting.push(item)
    for (let next = findNext(); next; next = findNext()) {
      hung.push(next)
      waiting = waiting.filter((one) => one !== next)
    }
  }
  return [...hung, ...waiting]

  function findNext(): T | undefined {
    const last = hung.at(-1)
    return last === undefined ? waiting[0] : waiting.find((one) => !areTwins(last, one))
  }
}

/** Of 64 bits, how many another size, quality or light retouching of a picture may change. */
const NEAR = 8

type Seen = Pick<MediaView, 'url' | 'placeholder' | 'dhash'>

/** The same picture to the eye, whatever its size. */
export function lookAlike(one: Seen, other: Seen): boolean {
  if (one.dhash && other.dhash) return countDifferences(one.dhash, other.dhash) <= NEAR
  return (one.placeholder ?? one.url) === (other.placeholder ?? other.url)
}

function countDifferences(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count++
  return count
}

/** Below this part of its width a last row of pictures looks torn off. */
const FULL = 0.75

/**
 * How many pictures fill whole rows, as a wrapping line of CSS breaks them: a last row that is too
 * short to be stretched is left out; undefined where such a row is the only one, and stays as it is.
 */
export function countInFullRows(
  widths: readonly number[],
  { room, gap }: { room: number; gap: number },
): number | undefined {
  let start = 0
  let used = 0
  for (const [at, width] of widths.entries()) {
    const wider = used === 0 ? width : used + gap + width
    if (wider > room && used > 0) {
      start = at
      used = width
    } else used = wider
  }
  if (widths.length === 0 || used >= room * FULL) return widths.length
  return start > 0 ? start : undefined
}
